const pattern = /^sealed\.([\da-f]{8})\.[\w-]+$/;

/** The id of the key that encrypts a stored value. Undefined for one that is not encrypted. */
export function sealingKeyOf(value: unknown): string | undefined {
  return typeof value === 'string' ? pattern.exec(value)?.[1] : undefined;
}
