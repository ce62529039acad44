const fullDiskCodes = /^(53100|SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/;

/** A message for people who run the server. It is needed because the error of a full disk often names no file. */
export const fullDisk = 'no space is left on the disk of DATA_DIR, or on that of the database';

/** Returns whether the disk of this machine, or the disk of the database, is full. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, fullDiskCodes);
}

export function hasCode(error: unknown, codes: RegExp): boolean {
  return causesOf(error).some((cause) => 'code' in cause && codes.test(String(cause.code)));
}

/** Returns the error itself, its cause, the cause of that cause, and so on. */
export function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
