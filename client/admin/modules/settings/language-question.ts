import type { Language } from '../../../../src/shared/settings/fields/region.ts';
import { trpc } from '../../../api/trpc.ts';
import { useAsk } from '../../components/ask.tsx';
import type { RecordForm } from '../../form/use-record-form.ts';
import type { FieldValues, GroupName } from './group-model.ts';
import { isSameValue } from '../../../../src/shared/settings/values.ts';

/**
 * Returns a function that saves, and asks first if other languages of the site give entries other addresses or hide
 * them.
 */
export function useLanguageQuestion(name: GroupName, form: RecordForm<FieldValues>) {
  const ask = useAsk();
  const { client } = trpc.useUtils();
  return async (save: () => void) => {
    if (name !== 'region') return save();
    const [before, after] = [languagesOf(form.baseline.values), languagesOf(form.values)];
    if (isSameValue(before, after)) return save();
    // Without an answer, the save fails too, and says why.
    const effects = await client.rowLanguages.effects.query(after).catch(() => undefined);
    if (!effects || effects.moved + effects.hidden === 0) return save();
    const { moved, hidden, examples } = effects;
    const question = [
      moved === 1 && 'One entry gets another address. Its former address leads there.',
      moved > 1 && `${moved} entries get other addresses. Their former addresses lead there.`,
      hidden === 1 && 'Visitors no longer see one entry. It comes back with its language.',
      hidden > 1 && `Visitors no longer see ${hidden} entries. They come back with their language.`,
    ];
    ask({
      title: 'Change the languages of the site?',
      question: question.filter(Boolean).join(' '),
      note:
        examples.length > 0 &&
        `For example, ${examples.map(({ from, to }) => `${from} becomes ${to}`).join(', ')}.`,
      answer: 'Save',
      busyAnswer: 'Saving...',
      run: save,
    });
  };
}

function languagesOf({ language, further_languages }: FieldValues) {
  // The form offers no other values.
  return { language: language as Language, further_languages: further_languages as Language[] };
}
