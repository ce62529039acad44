/**
 * Returns a hash of the text as an unsigned 32-bit integer. FNV-1a is applied to the UTF-16 code units. The
 * final steps make the hashes of similar texts, such as 'post-1' and 'post-2', very different.
 */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
