/** Makes changes when a date is reached. Stored entries have this name. */
export const scheduleActorName = 'Schedule';

/** Replaces the name of an erased colleague in the logs. Stored entries have this name. */
export const erasedActorName = 'Erased person';

/** For what the operator does with a command. */
export const commandLineActorName = 'Command line';

/** No user may have the name of the program, of the first account or of erased people. */
export const programActors = [scheduleActorName, 'Administrator', commandLineActorName, erasedActorName];
