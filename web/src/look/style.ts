/** The style sheets and the fonts, in their order; imported once, where the page begins. */

import '@fontsource/eb-garamond/latin-500.css';
import '@fontsource/eb-garamond/latin-ext-500.css';
import '@fontsource/eb-garamond/latin-500-italic.css';
import '@fontsource/eb-garamond/latin-ext-500-italic.css';
import './tokens.css';
import './base.css';
