// SQLITE_IOERR_SHMSIZE: a file beside the database, which SQLite makes on opening, has no place.
const fullDiskCodes = /^(53100|SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT|EFBIG)$/;

/**
 * A message for the operator of the server. The message names both disks that might be full, because the error itself
 * often does not name a file.
 */
export const fullDiskMessage = 'no space is left on the disk of DATA_DIR, or on that of the database';

/**
 * Returns whether the error means that the disk of this machine or of the database is full. An exceeded disk
 * quota, and a file that is too large for the file system, count as well.
 */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, fullDiskCodes);
}

export function hasCode(error: unknown, codes: RegExp): boolean {
  return causesOf(error).some((cause) => 'code' in cause && codes.test(String(cause.code)));
}

/**
 * Returns the error, its cause, the cause of that cause, and so on. Returns an empty list for a value that is
 * not an `Error`.
 */
export function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
