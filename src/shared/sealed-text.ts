const pattern = /^sealed\.([\da-f]{8})\.[\w-]+$/;

/**
 * Returns the id of the key with which a stored value is encrypted. Returns undefined for a value that is not
 * encrypted.
 */
export function sealingKeyOf(value: unknown): string | undefined {
  return typeof value === 'string' ? pattern.exec(value)?.[1] : undefined;
}
