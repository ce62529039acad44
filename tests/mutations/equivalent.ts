/** Generated mutants that no test can notice, and why. They are not tried. */
export const equivalentMutants: readonly { file: string; old: string; new: string; reason: string }[] = [
  {
    file: 'src/content/module/column-kinds.ts',
    old: 'old === undefined',
    new: 'false',
    reason: 'MikroORM takes an undefined default for none.',
  },
];
