// The signature of a game file (docs/formats.md, Record file): for each digit of the digest a link of a chain of hashes, from which
// anybody can walk to its end, and nobody back.

import { hexDigest } from '../store/digest';

const STEPS = 15;
const HASH = 64;

/** The public key for which the signature of a digest is good. */
export function signingKey(signature: string, digest: string): string | null {
  const digits = digitsOf(digest);
  if (!/^[0-9a-f]+$/.test(signature) || signature.length !== digits.length * HASH) return null;
  const ends = digits.map((digit, chain) => {
    let link = signature.slice(chain * HASH, (chain + 1) * HASH);
    for (let step = digit; step < STEPS; step++) link = hexDigest(`${chain} ${step} ${link}`);
    return link;
  });
  return hexDigest(ends.join('\n'));
}

/** The digits of the digest, and three of the sum of what is left of them. */
function digitsOf(digest: string): number[] {
  const digits = Array.from(digest, (digit) => parseInt(digit, 16));
  const left = digits.reduce((sum, digit) => sum + STEPS - digit, 0);
  return [...digits, ...Array.from(left.toString(16).padStart(3, '0'), (digit) => parseInt(digit, 16))];
}
