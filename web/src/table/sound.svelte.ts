/** The sounds of the night, made of oscillators and noise; none before the first gesture, none when muted. */
import type { Event } from '../protocol/types';
import { remember, remembered } from './remembering';

export type Sound = 'step' | 'skritch' | 'bell' | 'die' | 'caught' | 'seen';

class Sounds {
  on = $state(remembered('sound', true));
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

  play(sound: Sound): void {
    if (this.on && this.#context) PLAYERS[sound](this.#context, this.#context.currentTime);
  }
}

export const sounds = new Sounds();

/** What an event sounds like to a seat; most are silent. */
export function soundOf(event: Event): Sound | null {
  switch (event.event) {
    case 'guard_stepped':
      return 'step';
    case 'noise':
      return 'skritch';
    case 'rolled':
      return 'die';
    case 'novice_caught':
      return 'caught';
    case 'novice_seen':
      return 'seen';
    case 'turn_ended':
    case 'game_over':
      return 'bell';
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
