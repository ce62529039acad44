import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeServer, openPanel, preparePanelTests, refusal, invalid } from '../support/panel-tests.tsx';
import type { OutputOf, PartialInputOf } from '../support/procedures.ts';
import { type Member, memberRow } from '../support/rows.ts';

preparePanelTests();

const member = memberRow({ image: 'uploads/ada.webp' });
const list = '/admin/team';

function pageOf(team: Member[]): OutputOf<'team.list'> {
  const total = team.length;
  return { team, meta: { total, page: 1, per_page: 8 }, stats: { total, by: { 'human-resource': total } } };
}

async function alertText() {
  return (await screen.findByRole('alert')).textContent;
}

async function press(name: string) {
  await userEvent.click(await screen.findByRole('button', { name }));
}

describe('the list of team members', () => {
  it('shows a card for each and counts by the labels of the sections', async () => {
    const server = fakeServer({ 'team.list': () => pageOf([member]) });
    openPanel(list, 'content_moderator');
    const card = (await screen.findByRole('heading', { name: 'Ada Byron' })).closest('li')!;
    expect(within(card).getByText('HR Manager')).toBeDefined();
    expect(within(card).getByText('Looms')).toBeDefined();
    expect(
      screen.getByText('Application Tech Support', { selector: 'dt' }).parentElement?.textContent,
    ).toMatch(/0$/);
    server.expectCalls('team.list', [{ page: 1, per_page: 8 }]);
  });

  it('says what to do when there is nothing, and in which section', async () => {
    fakeServer({ 'team.list': () => pageOf([]) });
    openPanel(list, 'admin');
    expect(await screen.findByText('Get started by adding your first team member!')).toBeDefined();
    expect(screen.getByLabelText<HTMLSelectElement>('Section').options[0]!.text).toBe('All Sections');
    await userEvent.selectOptions(screen.getByLabelText('Section'), 'Application Tech Support');
    expect(
      await screen.findByText('No team members found in section "Application Tech Support"'),
    ).toBeDefined();
  });
});

describe('the dialog of a team member', () => {
  it('takes a pasted list as one expertise a line, each once', async () => {
    fakeServer({ 'team.list': () => pageOf([member]), 'team.one': () => ({ member }) });
    openPanel(`${list}/${member.id}/edit`, 'admin');
    await userEvent.click(await screen.findByLabelText('Expertise'));
    await userEvent.paste('\n- Maps\n• Looms\r\n3. Tents\n');
    for (const text of ['Looms', 'Maps', 'Tents'])
      expect(screen.getAllByRole('button', { name: `Remove ${text}` }), text).toHaveLength(1);
    expect(screen.getByText('3 entries pasted')).toBeDefined();
    await userEvent.paste('one line');
    expect(screen.getByLabelText<HTMLInputElement>('Expertise').value).toBe('one line');
  });

  it('says all that is missing in one alert, and sends nothing', async () => {
    fakeServer({});
    openPanel(`${list}/new`, 'admin');
    await screen.findByRole('dialog', { name: 'Add Team Member' });
    await press('Save');
    expect(await alertText()).toBe(
      'Name is required\nRole is required\nDescription is required\nAt least one expertise is required',
    );
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  });

  it('takes no other file for a photo than a picture', async () => {
    fakeServer({});
    openPanel(`${list}/new`, 'admin');
    const notes = new File(['words'], 'notes.txt', { type: 'text/plain' });
    fireEvent.change(await screen.findByLabelText('Photo'), { target: { files: [notes] } });
    expect(await alertText()).toBe('Photo must be an image file');
  });

  it('takes expertise by Enter or Add, trimmed and once, and sends what is there', async () => {
    const server = fakeServer({
      'team.create': () => ({ success: true, id: 12, member }),
      'team.list': () => pageOf([]),
    });
    const { address } = openPanel(`${list}/new`, 'admin');
    expect((await screen.findByLabelText<HTMLSelectElement>('Section')).value).toBe('leadership');
    await userEvent.type(screen.getByLabelText('Name'), 'Ada');
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'HR Officer');
    await userEvent.type(screen.getByLabelText('Description'), 'Counts.');
    await userEvent.type(screen.getByLabelText('Expertise'), '  Looms {Enter} {Enter}Looms{Enter}Cards');
    await press('Add');
    await userEvent.type(screen.getByLabelText('Expertise'), 'Wrong{Enter}');
    await press('Remove Wrong');
    await press('Save');
    await waitFor(() => expect(address()).toBe(list));
    server.expectCalls('team.create', [
      {
        name: 'Ada',
        role: 'HR Officer',
        section: 'leadership',
        description: 'Counts.',
        expertise: '["Looms","Cards"]',
        ask_about: '',
        email: '',
        linkedin: '',
        photograph: '',
      },
    ]);
    await waitFor(() => expect(server.calls('team.list')).toHaveLength(1));
  });

  it('keeps what was typed when a save fails, in the documented words', async () => {
    let answer = invalid('team.update', {
      name: ['Taken', 'Odd'],
      image: ['Torn'],
    });
    fakeServer({
      'team.one': () => ({ member }),
      'team.update': () => {
        throw answer;
      },
    });
    openPanel(`${list}/12/edit`, 'admin');
    await userEvent.type(await screen.findByLabelText('Name'), '!');
    await press('Update');
    expect(await alertText()).toBe('Taken\nOdd\nTorn');
    expect(screen.getByText('Taken')).toBeDefined();
    answer = refusal(409, 'Someone else has saved this.');
    await press('Update');
    await waitFor(async () =>
      expect(await alertText()).toMatch(/^Failed to update team member. Please try again./),
    );
    expect(await alertText()).toContain('Someone else has saved this.Retry');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada Byron!');
  });

  it('takes the photo off at once, and saves upon the version that follows', async () => {
    let isUnavailable = true;
    const server = fakeServer({
      'team.one': () => ({ member }),
      'team.update': () => ({ success: true, member }),
      'team.list': () => pageOf([member]),
      'team.removePhoto': () => {
        if (isUnavailable) throw new Error('the network is away');
        return { success: true, message: 'The photo has been removed.' };
      },
    });
    openPanel(`${list}/12/edit`, 'admin');
    await press('Remove photo');
    expect(await alertText()).toBe('Error removing photo. Please try again.');
    isUnavailable = false;
    await press('Remove photo');
    await waitFor(async () => expect(await alertText()).toBe('The photo has been removed.'));
    expect(screen.queryByRole('button', { name: 'Remove photo' })).toBeNull();
    await press('Update');
    await waitFor(() =>
      expect(server.calls('team.update')).toMatchObject<PartialInputOf<'team.update'>[]>([
        { id: '12', version: '4' },
      ]),
    );
  });
});
