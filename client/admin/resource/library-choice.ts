import type { LibraryChoice } from '../fields/image-input.tsx';
import type { ControlProps } from './field-kind.ts';

/**
 * Returns the path of the picture that was chosen from the library for the field `name`, or null if there is none. Also
 * returns the functions that choose a picture and undo the choice.
 */
export function libraryChoice(
  name: string,
  { values, setValues, baseline }: Pick<ControlProps['form'], 'values' | 'setValues' | 'baseline'>,
): LibraryChoice {
  const change = (path: string | null, alt: unknown) =>
    setValues({ [name]: undefined, existing_image: path, alt, remove_image: false });
  return {
    path: values.existing_image as string | null,
    choose: ({ path, alt }) => change(path, alt),
    undo: () => change(null, baseline.values.alt),
  };
}
