import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FormDefinition, field } from '../../client/admin/form/form-definition.ts';
import { type Baseline, isRestored } from '../../client/admin/form/form-merge.ts';
import {
  type FormEvent,
  type FormState,
  initialFormState,
  reduceForm,
} from '../../client/admin/form/form-reducer.ts';

interface Values {
  title: string;
  city: string;
  image: string;
  /** Nobody types it. */
  path: string;
}

const definition: Pick<FormDefinition<Values, never>, 'fields' | 'readOnly'> = {
  fields: [
    field('title', 'Title'),
    field('city', 'City'),
    { label: 'Picture', names: ['image', 'path'], format: ({ image, path }) => `${image} ${path}` },
  ],
  readOnly: ['path'],
};
const stored: Values = { title: 'A', city: 'Lyon', image: '', path: 'a.png' };
const savedAt = '2026-05-01T09:00:00.000Z';

const record = (version: number, values: Partial<Values> = {}): Baseline<Values> => ({
  row: { id: 3, version },
  savedAt,
  values: { ...stored, ...values },
});
const failure = new Error('the network is away');
const events = {
  change: { type: 'change', values: { title: 'B' } },
  submit: { type: 'submit' },
  progress: { type: 'progress', share: 0.5 },
  saved: { type: 'saved', record: record(2, { title: 'B' }), sent: { ...stored, title: 'B' } },
  created: { type: 'created', record: record(2, { title: 'A2' }) },
  conflict: { type: 'conflict', record: record(2, { title: 'C', city: 'Oslo' }) },
  failed: { type: 'failed', error: failure, isAnswerLost: true },
  clearError: { type: 'clearError' },
  resolve: { type: 'resolve', field: 'Title', choice: 'theirs' },
  restore: { type: 'restore', content: { values: { ...stored, city: 'Turin' }, baseline: record(1) } },
  patched: { type: 'patched', values: { path: '' } },
  close: { type: 'close' },
} satisfies Record<string, FormEvent<Values>>;
type Name = keyof typeof events;

function stateAfter(...names: (Name | FormEvent<Values>)[]): FormState<Values> {
  const all = names.map((each): FormEvent<Values> => (typeof each === 'string' ? events[each] : each));
  return all.reduce(
    (state, event) => reduceForm(definition, state, event),
    initialFormState<Values>(record(1), 'key'),
  );
}

/** Expects that none of the events changes the state. */
function expectIgnored(state: FormState<Values>, names: Name[]): void {
  for (const name of names) expect(reduceForm(definition, state, events[name]), name).toEqual(state);
}

describe('a form that is edited', () => {
  it('merges what is typed into its values', () => {
    expect(stateAfter('change')).toMatchObject({ status: 'editing', values: { title: 'B', city: 'Lyon' } });
    expect(stateAfter('change').baseline).toEqual(record(1));
  });

  it('ignores the events of a request', () => {
    expectIgnored(stateAfter('change'), ['progress', 'saved', 'created', 'conflict', 'failed', 'resolve']);
  });

  it('submits without the error of the last time', () => {
    const failed = stateAfter('change', 'submit', 'failed');
    expect(failed).toMatchObject({ status: 'editing', error: failure, isAnswerLost: true });
    const again = reduceForm(definition, failed, events.submit);
    expect(again).toMatchObject({ status: 'submitting', error: undefined, isAnswerLost: true });
    expect(reduceForm(definition, failed, events.clearError).error).toBeUndefined();
  });

  it('takes over what the server changed for it, which is one version more and not unsaved', () => {
    const { values, baseline } = stateAfter('change', 'patched');
    expect(values).toEqual({ ...stored, title: 'B', path: '' });
    expect(baseline).toEqual(record(2, { path: '' }));
    const unsaved = reduceForm(definition, initialFormState({ values: stored }, 'key'), events.patched);
    expect(unsaved.baseline).toEqual({ row: undefined, values: { ...stored, path: '' } });
  });

  it('is closed and then changes no more', () => {
    const closed = stateAfter('change', 'close');
    expect(closed.status).toBe('closed');
    expectIgnored(closed, Object.keys(events) as Name[]);
  });
});

describe('a form that is being submitted', () => {
  it('goes on taking what is typed, and ignores another submit', () => {
    const state = stateAfter('submit', 'change', 'progress');
    expect(state).toMatchObject({ status: 'submitting', values: { title: 'B' }, progress: 0.5 });
    expectIgnored(stateAfter('change', 'submit'), ['submit', 'clearError', 'resolve', 'restore']);
  });

  it('closes when all it has is stored', () => {
    expect(stateAfter('change', 'submit', 'saved').status).toBe('closed');
    expect(stateAfter('change', 'submit', 'close').status).toBe('closed');
  });

  it('that stays open goes on with what the server has stored, and replaces only what differs', () => {
    const record2 = record(2, { title: 'B', city: 'Lyons' });
    const saved: FormEvent<Values> = { ...events.saved, record: record2, next: 'another key' };
    const state = stateAfter('change', 'submit', saved);
    expect(state).toMatchObject({ status: 'editing', values: record2.values, revisions: { city: 1 } });
    expect(state).toMatchObject({ baseline: record2, submission: { key: 'another key' } });
    const again = reduceForm(definition, reduceForm(definition, state, events.change), events.submit);
    expect(again.status).toBe('submitting');
  });

  it('stays open with what was typed since', () => {
    const typed: FormEvent<Values> = { type: 'change', values: { title: 'B, and more' } };
    const state = stateAfter('change', 'submit', 'progress', typed, 'saved');
    expect(state).toMatchObject({ status: 'editing', progress: undefined, values: { title: 'B, and more' } });
    expect(state.baseline).toEqual(events.saved.record);
    expect(state.isAnswerLost).toBe(false);
  });

  it('goes on as an update when an earlier create turns out to be stored', () => {
    const state = stateAfter('change', 'submit', 'created');
    expect(state).toMatchObject({ status: 'submitting', values: { title: 'B' } });
    expect(state.baseline).toEqual(events.created.record);
  });

  it('takes over what the server changed meanwhile', () => {
    expect(stateAfter('submit', 'patched')).toMatchObject({
      status: 'submitting',
      baseline: record(2, { path: '' }),
    });
  });
});

describe('a form that somebody else has saved first', () => {
  it('takes over the fields that only they changed, and asks about the others', () => {
    const state = stateAfter('change', 'submit', 'failed', 'submit', 'conflict');
    expect(state).toMatchObject({ status: 'editing', isAnswerLost: false, revisions: { city: 1 } });
    expect(state.values).toEqual({ ...stored, title: 'B', city: 'Oslo' });
    expect(state.baseline).toEqual(record(1));
    expect(state.conflict).toMatchObject({ merged: ['City'], fields: [{ field: { label: 'Title' } }] });
  });

  it('asks nothing when both have written the same, and goes on from their version', () => {
    const same: FormEvent<Values> = { type: 'conflict', record: record(2, { title: ' B ' }) };
    const state = stateAfter('change', 'submit', same);
    expect(state.conflict).toMatchObject({ merged: [], fields: [] });
    expect(state.baseline).toBe(same.record);
  });

  it('takes over the members that nobody types, whoever changed the field', () => {
    const typed: FormEvent<Values> = { type: 'change', values: { image: 'mine.png' } };
    const theirs: FormEvent<Values> = { type: 'conflict', record: record(2, { path: 'theirs.png' }) };
    const state = stateAfter(typed, 'submit', theirs);
    expect(state.values).toMatchObject({ image: 'mine.png', path: 'theirs.png' });
    const mine: FormEvent<Values> = { type: 'resolve', field: 'Picture', choice: 'mine' };
    expect(reduceForm(definition, state, mine).values).toMatchObject({
      image: 'mine.png',
      path: 'theirs.png',
    });
  });

  it('is not submitted before each field is decided, and counts the tries', () => {
    const state = stateAfter('change', 'submit', 'conflict', 'submit', 'submit');
    expect(state).toMatchObject({ status: 'editing', blockedSubmits: 2 });
    const decided = reduceForm(definition, state, events.resolve);
    expect(decided).toMatchObject({ values: { title: 'C' }, revisions: { city: 1, title: 1 } });
    expect(decided.baseline).toBe(events.conflict.record);
    expect(reduceForm(definition, decided, events.submit)).toMatchObject({
      status: 'submitting',
      conflict: undefined,
    });
  });

  it('goes back and forth between the two versions', () => {
    const mine: FormEvent<Values> = { ...events.resolve, choice: 'mine' };
    expect(stateAfter('change', 'submit', 'conflict', 'resolve', mine).values.title).toBe('B');
    expect(stateAfter('change', 'submit', 'conflict', mine, 'resolve').values.title).toBe('C');
    expectIgnored(stateAfter('change'), ['resolve']);
    const unknown: FormEvent<Values> = { type: 'resolve', field: 'City', choice: 'theirs' };
    const state = stateAfter('change', 'submit', 'conflict');
    expect(reduceForm(definition, state, unknown).values).toEqual(state.values);
  });

  it('counts what is typed into such a field as the own version', () => {
    const typed: FormEvent<Values> = { type: 'change', values: { title: 'B, and more' } };
    const mine: FormEvent<Values> = { ...events.resolve, choice: 'mine' };
    const undecided = stateAfter('change', 'submit', 'conflict', typed);
    expect(undecided.conflict?.fields[0]?.choice).toBeUndefined();
    expect(reduceForm(definition, undecided, mine).values.title).toBe('B, and more');
    const decided = stateAfter('change', 'submit', 'conflict', 'resolve', typed);
    expect(decided.conflict?.fields[0]).toMatchObject({ choice: 'mine', mine: { title: 'B, and more' } });
  });
});

describe('a form whose defaults change below it', () => {
  it('takes the new ones in every field that nobody has touched, also while it is submitted', () => {
    const reloaded: FormEvent<Values> = {
      type: 'reloaded',
      record: record(1, { title: 'Z', city: 'Bursa' }),
    };
    for (const state of [stateAfter('change', reloaded), stateAfter('change', 'submit', reloaded)]) {
      expect(state.values).toEqual({ ...stored, title: 'B', city: 'Bursa' });
      expect(state.baseline).toEqual(reloaded.record);
      expect(state.revisions).toEqual({ city: 1 });
    }
    expect(stateAfter('close', reloaded).values).toEqual(stored);
  });
});

describe('a draft of an earlier opening', () => {
  it('comes back whole into an untouched form', () => {
    const state = stateAfter('restore');
    expect(state).toMatchObject({ values: { city: 'Turin', path: 'a.png' } });
    expect(state.revisions).toEqual({ city: 1 });
    expect(state.conflict).toBeUndefined();
  });

  it('is merged with what was saved since', () => {
    const values = { ...stored, title: 'Draft', city: 'Turin' };
    const newer = initialFormState(record(5, { title: 'Newer', image: 'new.png' }), 'key');
    const state = reduceForm(definition, newer, {
      type: 'restore',
      content: { values, baseline: record(4) },
    });
    expect(state.values).toMatchObject({ title: 'Draft', city: 'Turin', image: 'new.png' });
    expect(state.conflict).toMatchObject({ merged: ['Picture'], fields: [{ field: { label: 'Title' } }] });
  });

  it('fills only untouched fields of a form in which somebody has typed', () => {
    const draft = {
      values: { ...stored, title: 'Draft', city: 'Turin', path: 'old.png' },
      baseline: record(1),
    };
    const state = stateAfter('change', { type: 'restore', content: draft });
    expect(state.values).toEqual({ ...stored, title: 'B', city: 'Turin' });
  });

  it('keeps what others saved since, also in a form in which somebody has typed', () => {
    const draft = { values: { ...stored, title: 'Draft', city: 'Turin' }, baseline: record(4) };
    const theirs = record(5, { city: 'Oslo', image: 'new.png', path: 'new.png' });
    const restored = (...before: FormEvent<Values>[]) =>
      [...before, { type: 'restore', content: draft } as const].reduce(
        (state, event) => reduceForm(definition, state, event),
        initialFormState(before.some(({ type }) => type === 'conflict') ? record(4) : theirs, 'key'),
      );
    const own = { values: { title: 'B', image: 'new.png', path: 'new.png' } };
    const asked = { fields: [{ field: { label: 'City' }, mine: { city: 'Turin' } }], merged: ['Picture'] };
    const state = restored(events.change);
    expect(state).toMatchObject({ ...own, baseline: { row: { version: 4 } }, conflict: asked });
    const decided = reduceForm(definition, state, { type: 'resolve', field: 'City', choice: 'theirs' });
    expect(decided).toMatchObject({ values: { title: 'B', city: 'Oslo' }, baseline: theirs });
    // While the versions of a save are compared, the rest of the draft waits.
    const compared = restored(events.change, events.submit, { type: 'conflict', record: theirs });
    expect(compared).toMatchObject({ values: { ...own.values, city: 'Oslo' }, baseline: theirs });
    expect(isRestored(definition, compared, draft)).toBe(false);
  });

  it('counts as restored only when all of it is in the form, or in the own version of a conflict', () => {
    const draft = { values: { ...stored, title: 'Draft', city: 'Turin' }, baseline: record(1) };
    const restore = { type: 'restore', content: draft } as const;
    const isWhole = (state: FormState<Values>) => isRestored(definition, state, draft);
    expect(isWhole(stateAfter(restore))).toBe(true);
    expect(isWhole(stateAfter('change', restore))).toBe(false);
    expect(isWhole(stateAfter('change', 'submit', 'conflict', restore))).toBe(false);
    const newer = initialFormState(record(2, { title: 'Newer', image: 'new.png' }), 'key');
    expect(isWhole(reduceForm(definition, newer, restore))).toBe(true);
  });

  it('of a row that was created after all is an update of that row', () => {
    const opened = initialFormState<Values>({ values: { title: '', city: '', image: '', path: '' } }, 'key');
    const draft = { values: { ...stored, title: 'Draft' }, baseline: record(1) };
    const state = reduceForm(definition, opened, { type: 'restore', content: draft });
    expect(state).toMatchObject({
      values: { title: 'Draft', city: 'Lyon' },
      baseline: { row: { version: 1 } },
    });
    expect(state.conflict).toBeUndefined();
  });
});

const typable = ['title', 'city', 'image'] as const;
type Typable = (typeof typable)[number];
const labels: Record<Typable, string> = { title: 'Title', city: 'City', image: 'Picture' };

/** What a person or the server may do to a form, in any order. */
const steps = fc.oneof(
  fc.record({
    type: fc.constant('change' as const),
    name: fc.constantFrom(...typable),
    text: fc.constantFrom('A', 'Lyon', '', 'x', 'y', 'z'),
  }),
  fc.record({ type: fc.constantFrom('submit' as const, 'saved' as const, 'created' as const) }),
  fc.record({
    type: fc.constantFrom('conflict' as const, 'restore' as const),
    values: fc.record({
      title: fc.constantFrom('A', 'theirs'),
      city: fc.constantFrom('Lyon', 'theirs'),
      image: fc.constantFrom('', 'theirs'),
      path: fc.constantFrom('a.png', 'b.png'),
    }),
  }),
  fc.record({ type: fc.constantFrom('failed' as const, 'patched' as const, 'clearError' as const) }),
  fc.record({
    type: fc.constant('resolve' as const),
    name: fc.constantFrom(...typable),
    choice: fc.constantFrom('mine' as const, 'theirs' as const),
  }),
);

it('loses nothing that was typed, whatever happens in whatever order', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 25 }), (all) => {
      let state = initialFormState<Values>(record(1), 'key');
      let version = 1;
      let sent = state.values;
      /** What the person typed last into a field and has neither saved nor given up. */
      const typed = new Map<Typable, string>();
      /** Fields for which the person chose the other version. */
      const givenUp = new Set<Typable>();
      const send = (event: FormEvent<Values>) => {
        state = reduceForm(definition, state, event);
      };
      for (const step of all) {
        const before = state;
        const [isEditing, isSubmitting] = [state.status === 'editing', state.status === 'submitting'];
        switch (step.type) {
          case 'change':
            send({ type: 'change', values: { [step.name]: step.text } });
            if (before.status === 'closed') break;
            typed.set(step.name, step.text);
            givenUp.delete(step.name);
            break;
          case 'resolve': {
            send({ type: 'resolve', field: labels[step.name], choice: step.choice });
            if (state.values === before.values) break;
            if (step.choice === 'theirs') givenUp.add(step.name);
            else givenUp.delete(step.name);
            break;
          }
          case 'submit':
            send({ type: 'submit' });
            if (!isEditing || state.status === 'editing') break;
            // A submit makes the choices of this conflict final.
            for (const name of givenUp) typed.delete(name);
            givenUp.clear();
            sent = state.values;
            break;
          case 'saved':
          case 'created':
            version += 1;
            send({ type: step.type, record: record(version, sent), sent });
            break;
          case 'conflict':
          case 'restore': {
            const isFitting = step.type === 'conflict' ? isSubmitting : isEditing;
            for (const name of isFitting ? typable : []) {
              // The stored text again, typed or not, says nothing of its own.
              const isStored = state.values[name] === state.baseline.values[name];
              if (isStored || givenUp.delete(name)) typed.delete(name);
            }
            version += 1;
            const draft = { values: step.values, baseline: record(1) };
            if (step.type === 'restore') send({ type: 'restore', content: draft });
            else send({ type: 'conflict', record: record(version, step.values) });
            break;
          }
          case 'failed':
            send({ type: 'failed', error: failure, isAnswerLost: true });
            break;
          case 'patched':
            version += 1;
            send({ type: 'patched', values: { path: '' } });
            break;
          case 'clearError':
            send({ type: 'clearError' });
            break;
        }
        if (isSubmitting && state.status === 'closed') expect(state.values).toEqual(sent);
        for (const [name, text] of typed) {
          const asked = state.conflict?.fields.find(({ field: { label } }) => label === labels[name]);
          const own = givenUp.has(name) ? asked?.mine[name] : state.values[name];
          expect(own, `${name} after ${step.type}`).toBe(text);
        }
      }
    }),
    { numRuns: 2000 },
  );
});
