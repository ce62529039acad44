/** Returns in words which API token an entry of a log came through: `token:7` becomes 'API token 7'. Undefined without one. */
export function viaWords(via: unknown): string | undefined {
  return typeof via === 'string' ? via.replace(/^token:/, 'API token ') : undefined;
}
