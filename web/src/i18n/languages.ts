/** The languages there are, and which one a reader gets. */

export const LANGUAGES = ['en', 'fr', 'it', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];

export const OWN_NAMES: Record<Language, string> = { en: 'English', fr: 'Français', it: 'Italiano', nl: 'Nederlands' };

/** Said when the texts themselves cannot be fetched. */
export const NOT_LOADED: Record<Language, string> = {
  en: 'Nuns on the Run could not be loaded. Check the connection and reload the page.',
  fr: 'Nuns on the Run n’a pas pu être chargé. Vérifiez la connexion et rechargez la page.',
  it: 'Non è stato possibile caricare Nuns on the Run. Controlla la connessione e ricarica la pagina.',
  nl: 'Nuns on the Run kon niet worden geladen. Controleer de verbinding en laad de pagina opnieuw.',
};

const REMEMBERED = 'nuns.language';

export function isLanguage(text: string | null | undefined): text is Language {
  return (LANGUAGES as readonly string[]).includes(text ?? '');
}

/** The first language a reader asks for that we speak; English if none. */
export function spokenOf(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en';
}

export function chosenLanguage(): Language {
  const remembered = recall();
  return isLanguage(remembered) ? remembered : spokenOf(navigator.languages ?? [navigator.language]);
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(REMEMBERED, language);
  } catch {
    // A browser that keeps nothing still speaks the language for this visit.
  }
}

function recall(): string | null {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null;
  }
}
