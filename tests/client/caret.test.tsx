// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import {
  type Answers,
  conflict,
  fakeServer,
  openPanel,
  preparePanelTests,
  refusal,
} from '../support/panel-tests.tsx';
import { isShortForm } from '../support/test-form.ts';
import { accountRow, jobRow, messageRow, replyDraft, settingGroup } from '../support/rows.ts';

preparePanelTests();

// Whatever happens to a save, the caret stays in the text, and what is typed next arrives there.

const lost = () => {
  throw new Error('the network is away');
};
const busy = () => {
  throw refusal(500, 'Something went wrong.');
};
const forbidden = () => {
  throw refusal(403, 'Your role does not permit this.');
};
const invalid = () => {
  throw refusal(422, 'Please correct the marked fields.', {
    name: ['Wrong'],
    title: ['Wrong'],
    text: ['Wrong'],
  });
};

const message = messageRow({ id: 5, is_read: true });
const mailbox: Answers = {
  'inbox.list': () => ({ messages: [message], meta: { total: 1, page: 1, per_page: 10 } }),
  'inbox.one': () => ({ message, events: [], others: 0 }),
  'inbox.state': () => ({ unread: 0, newest: null, has_server: true }),
  'inbox.draftReply': () => replyDraft(),
};
const job = jobRow();
const openReply = async () => userEvent.click(await screen.findByRole('button', { name: 'Reply' }));

interface Form {
  form: string;
  path: string;
  label: string;
  call: keyof Answers;
  answers: Answers;
  prepare?: () => Promise<void>;
}
const forms: Form[] = [
  {
    form: 'a job',
    path: '/admin/jobs/3/edit',
    label: 'Title',
    call: 'jobs.update',
    answers: { 'jobs.one': () => ({ job }) },
  },
  {
    form: 'settings',
    path: '/admin/settings/company',
    label: 'Name',
    call: 'settings.update',
    answers: { 'settings.one': () => settingGroup('company') },
  },
  {
    form: 'a page of the site',
    path: '/admin/settings/page/about',
    label: 'Vision',
    call: 'settings.update',
    answers: {
      'settings.one': ({ group }) => settingGroup(group as 'company'),
      'settings.preview': () => ({ status: 200, document: '', placeholders: {} }),
    },
  },
  {
    form: 'a user',
    path: '/admin/users/3/edit',
    label: 'Name',
    call: 'users.update',
    answers: { 'users.one': () => ({ user: accountRow({ id: 3 }) }) },
  },
  { form: 'a note', path: '/admin/inbox?message=5', label: 'Note', call: 'inbox.note', answers: mailbox },
  {
    form: 'an answer',
    path: '/admin/inbox?message=5',
    label: 'Answer',
    call: 'inbox.reply',
    answers: mailbox,
    prepare: openReply,
  },
];

const failures = [
  { failure: 'the connection is lost', answer: lost, says: /reach the server/ },
  { failure: 'the server fails', answer: busy, says: /Something went wrong/ },
  { failure: 'it is forbidden', answer: forbidden, says: /role does not permit/ },
  { failure: 'a field is refused', answer: invalid, says: /correct the marked fields/ },
];

// One hook holds the caret of all forms. In the short form it is tried in a form and in an answer.
const tried = forms.filter(({ form }) => !isShortForm || ['a job', 'an answer'].includes(form));

describe.each(tried)('the text of $form', ({ form, path, label, call, answers, prepare }) => {
  // In the short form, each form meets one of the failures.
  const turn = forms.findIndex((one) => one.form === form) % failures.length;
  it.each(failures.filter((_, at) => !isShortForm || at === turn))(
    'keeps the caret when a save fails because $failure',
    async ({ answer, says }) => {
      fakeServer({ ...answers, [call]: answer });
      openPanel(path, 'admin');
      await prepare?.();
      const text = await screen.findByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' });
      await userEvent.type(text, ' one');
      const before = text.value;
      await userEvent.keyboard('{Control>}s{/Control}');
      const alert = await screen.findByText(says, { selector: '[role=alert] *' });
      expect(alert.closest('form')!.contains(text)).toBe(true);
      expect(document.activeElement).toBe(text);
      await userEvent.keyboard(' more');
      expect(text.value).toBe(`${before} more`);
    },
  );
});

describe('a job in an open form', () => {
  const words: Answers = { 'jobs.one': () => ({ job }) };
  const title = () => screen.getByLabelText<HTMLInputElement>('Title');
  const saveByKeys = () => userEvent.keyboard('{Control>}s{/Control}');

  it('keeps the caret when somebody else has saved first, and takes over the fields around it', async () => {
    fakeServer({
      ...words,
      'jobs.update': () => {
        throw conflict({ ...job, title: 'Theirs', location: 'Leeds', version: 4 });
      },
    });
    openPanel('/admin/jobs/3/edit', 'admin');
    await userEvent.type(await screen.findByLabelText('Title'), ' one');
    const before = title().value;
    await saveByKeys();
    await screen.findByText(/someone else has changed this/);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Location').value).toBe('Leeds'));
    expect(document.activeElement).toBe(title());
    await userEvent.keyboard(' more');
    expect(title().value).toBe(`${before} more`);
  });

  it('says beside the buttons that the session has ended, and asks at a click', async () => {
    fakeServer(words);
    const { endSession } = openPanel('/admin/jobs/3/edit', 'admin');
    await userEvent.type(await screen.findByLabelText('Title'), ' one');
    act(() => endSession());
    const line = await screen.findByText(/Your session has expired/);
    expect(line.closest('[role=alert]')).not.toBeNull();
    expect(document.activeElement).toBe(title());
    await userEvent.keyboard(' more');
    expect(title().value).toMatch(/ one more$/);
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByRole('dialog', { name: 'Sign in again' });
  });

  it('asks once the focus leaves the texts, not for another text or another window', async () => {
    fakeServer(words);
    const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    const { endSession } = openPanel('/admin/jobs/3/edit', 'admin');
    await userEvent.type(await screen.findByLabelText('Title'), ' one');
    act(() => endSession());
    await screen.findByText(/Your session has expired/);
    act(() => screen.getByLabelText('Department').focus());
    hasFocus.mockReturnValue(false);
    act(() => screen.getByLabelText('Department').blur());
    expect(screen.queryByRole('dialog')).toBeNull();
    hasFocus.mockReturnValue(true);
    act(() => title().focus());
    act(() => screen.getByLabelText('Type').focus());
    await screen.findByRole('dialog', { name: 'Sign in again' });
  });

  it('asks at once when the save itself finds the session ended and nothing was typed since', async () => {
    fakeServer({
      ...words,
      'jobs.update': () => {
        throw refusal(401, 'Unauthenticated.');
      },
    });
    openPanel('/admin/jobs/3/edit', 'admin');
    await userEvent.type(await screen.findByLabelText('Title'), ' one');
    await saveByKeys();
    await screen.findByRole('dialog', { name: 'Sign in again' });
  });
});
