/** SHA-256 of a text. Not by WebCrypto, which a page that came over plain HTTP from another machine lacks: phones at home check nights too. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export function digest(text: string): Uint8Array {
  return sha256(utf8ToBytes(text));
}

export function hexDigest(text: string): string {
  return bytesToHex(digest(text));
}
