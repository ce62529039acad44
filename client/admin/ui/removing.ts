import { focusHeadingWhenLost } from './focus-heading.ts';
import { sayDone } from './say.ts';

/** The options of a mutation that deletes: says so and fetches the lists again. */
export function removing(words: string, refresh: () => Promise<void>) {
  const onSuccess = () => {
    sayDone(words);
    // Not waited for: the dialog closes at once.
    void refresh().then(focusHeadingWhenLost);
  };
  return { onSuccess };
}
