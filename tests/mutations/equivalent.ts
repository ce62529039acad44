/** Generated mutants that no test can notice, and why. They are not tried. */
export const equivalentMutants: readonly { file: string; old: string; new: string; reason: string }[] = [];
