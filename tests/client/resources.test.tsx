import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { moduleAddress } from '../../client/admin/addresses.ts';
import { redirectFor } from '../../client/admin/guard.ts';
import { factsOf, moduleNames } from '../../src/shared/facts.ts';
import { roles as allRoles } from '../../src/shared/roles.ts';
import { fakeServer, openPanel, prepareBrowser } from '../support/client.tsx';

prepareBrowser();

describe.each(moduleNames)('the module %s', (name) => {
  const { many, pageSize, roles } = factsOf(name);
  const address = moduleAddress(name);
  const meta = { total: 0, page: 1, per_page: pageSize };
  const answers = {
    [`${name}.list`]: () => ({ [many]: [], meta, stats: { total: 0, by: {} } }),
    [`trash.${name}.list`]: () => ({ items: [], meta }),
  };

  it('opens its list, and from there the form of a new row and the way back', async () => {
    const server = fakeServer(answers);
    const panel = openPanel(address, roles[0]);
    expect(await screen.findByText(/^Get started by /)).toBeDefined();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(server.calls(`${name}.list`)).toEqual([{ page: 1, per_page: pageSize }]);
    const [filter] = screen.getAllByRole<HTMLSelectElement>('combobox');
    await userEvent.selectOptions(filter!, filter!.options[1]!);
    await waitFor(() => expect(server.calls(`${name}.list`)).toHaveLength(2));
    const [, filtered] = server.calls(`${name}.list`);
    expect(Object.values(filtered!)).toContain(filter!.value);
    await userEvent.click(screen.getByRole('button', { name: /^(Create|Add) / }));
    expect(panel.address()).toBe(`${address}/new`);
    expect((await screen.findAllByRole('textbox')).length).toBeGreaterThan(1);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(panel.address().startsWith(`${address}?`)).toBe(true));
  });

  it('opens its trash, and from there the list', async () => {
    fakeServer(answers);
    const panel = openPanel(`${address}/trash`, roles[0]);
    expect(await screen.findByText('The trash is empty')).toBeDefined();
    await userEvent.click(screen.getByRole('link', { name: /^Back to (?!Dashboard)/ }));
    await waitFor(() => expect(panel.address()).toBe(address));
    expect(await screen.findByText(/^Get started by /)).toBeDefined();
  });

  it('is open to the roles of its facts alone', () => {
    const url = new URL(`http://localhost${address}/new`);
    const admitted = allRoles.filter((role) => !redirectFor(url, { id: 1, name: '', email: '', role }));
    expect(admitted.toSorted()).toEqual(roles.toSorted());
  });
});
