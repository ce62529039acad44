const pattern = /^sealed\.([\da-f]{8})\.[\w-]+$/;

/** Returns the id of the key that a stored value is sealed with. Returns undefined for a plain value. */
export function sealingKeyOf(value: unknown): string | undefined {
  return typeof value === 'string' ? pattern.exec(value)?.[1] : undefined;
}
