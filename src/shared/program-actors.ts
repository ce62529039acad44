/** Makes changes when a date is reached. Stored entries have this name. */
export const scheduleName = 'Schedule';

/** Replaces the name of an erased colleague in the logs. Stored entries have this name. */
export const erasedName = 'Erased person';

/** For what the operator does with a command. */
export const commandLineName = 'Command line';

/** No user may have the name of the program, of the first account or of erased people. */
export const programActors = [scheduleName, 'Administrator', commandLineName, erasedName];
