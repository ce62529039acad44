/**
 * The name in the logs for a change that the program makes when a date is reached. Stored entries contain this name.
 */
export const scheduleName = 'Schedule';

/** The name that replaces the name of an erased colleague in the logs. Stored entries contain this name. */
export const erasedName = 'Erased person';

/** The name in the logs for what the operator does with a command. */
export const commandLineName = 'Command line';

/** The names of the program itself, of the first account and of erased people. No user may have one of them. */
export const programActors = [scheduleName, 'Administrator', commandLineName, erasedName];
