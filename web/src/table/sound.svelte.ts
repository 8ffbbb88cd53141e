/** The sounds of the night, made of oscillators and noise, and what a phone lets one feel; none before the first gesture, none when muted. */
import type { Event } from '../protocol/types';
import { remember, remembered } from './preferences';

export type Sound = 'step' | 'skritch' | 'bell' | 'die' | 'caught' | 'seen' | 'spotted' | 'key' | 'wish' | 'won';

/** Only devices that are held in the hand shake. */
const canShake = typeof navigator !== 'undefined' && 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;

class Sounds {
  on = $state(remembered('sound', true));
  shaking = $state(remembered('vibration', true));
  readonly canShake = canShake;
  #context: AudioContext | null = null;

  constructor() {
    const wake = (): void => {
      if (typeof AudioContext !== 'undefined') this.#context ??= new AudioContext();
    };
    addEventListener('pointerdown', wake, { once: true });
    addEventListener('keydown', wake, { once: true });
  }

  toggle(): void {
    this.on = !this.on;
    remember('sound', this.on);
  }

  toggleShaking(): void {
    this.shaking = !this.shaking;
    remember('vibration', this.shaking);
  }

  /** Milliseconds of shaking and of rest, in turn. */
  shake(pattern: readonly number[]): void {
    if (this.shaking && this.canShake) navigator.vibrate([...pattern]);
  }

  play(sound: Sound): void {
    if (this.on && this.#context) PLAYERS[sound](this.#context, this.#context.currentTime);
  }
}

export const sounds = new Sounds();

/** What an event feels like to the novice it happens to. */
export function shakeOf(event: Event): readonly number[] {
  switch (event.event) {
    case 'novice_caught':
      return [120, 70, 220];
    case 'noise':
      return [30, 40, 30, 40, 30];
    case 'novice_seen':
      return [60];
    default:
      return [40, 60, 40];
  }
}

/** What an event sounds like to a seat, of which it may tell; most are silent. */
export function soundOf(event: Event, isOwn: boolean): Sound | null {
  switch (event.event) {
    case 'key_taken':
      return 'key';
    case 'wish_taken':
      return 'wish';
    case 'novice_home':
      return 'won';
    case 'guard_stepped':
      return 'step';
    case 'noise':
      return 'skritch';
    case 'rolled':
      return 'die';
    case 'novice_caught':
      return 'caught';
    case 'novice_seen':
      return isOwn ? 'spotted' : 'seen';
    case 'turn_ended':
      return 'bell';
    case 'game_over':
      return 'won';
    default:
      return null;
  }
}

type Player = (audio: AudioContext, at: number) => void;

const PLAYERS: Record<Sound, Player> = {
  step: (audio, at) => {
    tone(audio, at, 95, 0.09, 0.18, 'sine', 55);
  },
  skritch: (audio, at) => {
    for (const [late, pitch] of [
      [0, 2600],
      [0.07, 3100],
      [0.13, 2300],
    ] as const) {
      hiss(audio, at + late, pitch, 0.05, 0.12);
    }
  },
  bell: (audio, at) => {
    for (const [partial, loud] of [
      [1, 0.16],
      [2.01, 0.07],
      [2.98, 0.05],
      [4.2, 0.025],
    ] as const) {
      tone(audio, at, 392 * partial, 1.6 / partial + 0.3, loud, 'sine');
    }
  },
  die: (audio, at) => {
    for (let bounce = 0; bounce < 4; bounce++)
      hiss(audio, at + 0.06 * bounce + 0.012 * bounce * bounce, 900 + 250 * bounce, 0.03, 0.2 / (bounce + 1));
  },
  caught: (audio, at) => {
    tone(audio, at, 233, 0.28, 0.16, 'triangle');
    tone(audio, at + 0.16, 175, 0.5, 0.16, 'triangle');
  },
  seen: (audio, at) => {
    tone(audio, at, 660, 0.16, 0.06, 'triangle', 880);
  },
  spotted: (audio, at) => {
    tone(audio, at, 660, 0.2, 0.12, 'triangle', 990);
    for (const beat of [0.18, 0.42]) tone(audio, at + beat, 70, 0.16, 0.3, 'sine', 48);
  },
  key: (audio, at) => {
    for (const [late, pitch] of [
      [0, 1760],
      [0.06, 2217],
      [0.13, 1976],
    ] as const) {
      tone(audio, at + late, pitch, 0.22, 0.05, 'triangle');
    }
  },
  wish: (audio, at) => {
    for (const [place, pitch] of [523, 659, 784, 1047].entries())
      tone(audio, at + 0.09 * place, pitch, 0.7, 0.09, 'sine');
  },
  won: (audio, at) => {
    for (const late of [0, 0.55, 1.1]) PLAYERS.bell(audio, at + late);
  },
};

/** A tone that dies away, gliding to another pitch if told so. */
function tone(
  audio: AudioContext,
  at: number,
  pitch: number,
  long: number,
  loud: number,
  type: OscillatorType,
  to = pitch,
): void {
  const voice = new OscillatorNode(audio, { type, frequency: pitch });
  voice.frequency.exponentialRampToValueAtTime(to, at + long);
  sound(voice, fading(audio, at, long, loud), at, long);
}

/** A breath of noise around a pitch. */
function hiss(audio: AudioContext, at: number, pitch: number, long: number, loud: number): void {
  const samples = Math.ceil(audio.sampleRate * long);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < samples; n++) data[n] = Math.random() * 2 - 1;
  const voice = new AudioBufferSourceNode(audio, { buffer });
  const band = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 4 });
  band.connect(fading(audio, at, long, loud * 3));
  sound(voice, band, at, long);
}

function fading(audio: AudioContext, at: number, long: number, loud: number): GainNode {
  const gain = new GainNode(audio, { gain: loud });
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(audio.destination);
  return gain;
}

function sound(voice: AudioScheduledSourceNode, into: AudioNode, at: number, long: number): void {
  voice.connect(into);
  voice.start(at);
  voice.stop(at + long);
}
