// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeServer, openPanel, preparePanelTests, refusal, invalid } from '../support/panel-tests.tsx';
import type { OutputOf, PartialInputOf } from '../support/procedures.ts';
import { type Project, projectRow } from '../support/rows.ts';
import { isShortForm } from '../support/test-form.ts';

preparePanelTests();

const project = projectRow({ image: 'uploads/mast.webp' });
const list = '/admin/portfolio';

function pageOf(portfolios: Project[]): OutputOf<'portfolio.list'> {
  const total = portfolios.length;
  return { portfolios, meta: { total, page: 1, per_page: 8 }, stats: { total, by: {} } };
}

async function press(name: string) {
  await userEvent.click(await screen.findByRole('button', { name }));
}

describe('the portfolio', () => {
  it('filters by category and says when there is nothing', async () => {
    const server = fakeServer({ 'portfolio.list': ({ category }) => pageOf(category ? [] : [project]) });
    openPanel(list, 'content_moderator');
    expect(await screen.findByText('A dairy')).toBeDefined();
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Cloud Solutions');
    expect(await screen.findByText('No projects found')).toBeDefined();
    expect(screen.getByText('Nothing in the category "Cloud Solutions" yet.')).toBeDefined();
    server.expectLastCall('portfolio.list', {
      page: 1,
      per_page: 8,
      category: 'Cloud Solutions',
    });
  });
});

describe('the form of a project', () => {
  it('checks nothing, and shows what the server says', async () => {
    const server = fakeServer({
      'portfolio.create': () => {
        throw invalid('portfolio.create', { client: ['Client is required', 'second'] });
      },
    });
    openPanel(`${list}/new`, 'admin');
    expect(await screen.findByText('recommended 1200x800px, max 10MB')).toBeDefined();
    expect(screen.getByLabelText('Image').getAttribute('accept')).toBe('image/*');
    await userEvent.type(screen.getByLabelText('Technologies'), ' Rust {Enter}Rust{Enter}Half');
    await press('Save Project');
    expect(await screen.findByText('Client is required')).toBeDefined();
    expect(screen.queryByText('second')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Client'));
    server.expectCalls('portfolio.create', [
      {
        title: '',
        category: '',
        client: '',
        description: '',
        technologies: '["Rust","Half"]',
        slug: '',
        published_at: '',
        client_description: '',
        sector: '',
        year: '',
        duration: '',
        services: '[]',
        problem: '',
        approach: '',
        outcome: '',
        figures: '[]',
        gallery: '[]',
        is_featured: '0',
        quote: '',
        quote_person: '',
        quote_role: '',
        result_line: '',
      },
    ]);
  });

  it.skipIf(isShortForm)('sends the picture it keeps, an address in its place, or a file', async () => {
    const server = fakeServer({
      'portfolio.one': () => ({ portfolio: project }),
      'portfolio.update': () => {
        throw refusal(500, 'Something went wrong');
      },
    });
    openPanel(`${list}/9/edit`, 'admin');
    await press('Save Project');
    await userEvent.type(screen.getByLabelText('Or image URL'), 'https://example.com/a.png');
    await press('Save Project');
    const file = new File(['x'], 'a.png', { type: 'image/png' });
    await userEvent.upload(screen.getByLabelText('Image'), file);
    await press('Save Project');
    await userEvent.type(screen.getByLabelText('Or image URL'), 'https://example.com/b.png');
    await press('Save Project');
    await waitFor(() => expect(server.calls('portfolio.update')).toHaveLength(4));
    const [kept, named, chosen, last] = server.calls('portfolio.update');
    expect(kept).toMatchObject<PartialInputOf<'portfolio.update'>>({
      id: '9',
      version: '3',
      existing_image: 'uploads/mast.webp',
    });
    expect(named).toMatchObject<PartialInputOf<'portfolio.update'>>({
      existing_image: 'https://example.com/a.png',
    });
    expect(chosen?.image).toBeInstanceOf(File);
    expect(chosen).not.toHaveProperty('existing_image');
    expect(last).toMatchObject<PartialInputOf<'portfolio.update'>>({
      existing_image: expect.stringContaining('https://example.com/b.png'),
    });
    expect(last).not.toHaveProperty('image');
  });

  it.skipIf(isShortForm)(
    'shows at the address of the picture, and only there, why it was refused',
    async () => {
      fakeServer({
        'portfolio.one': () => ({ portfolio: project }),
        'portfolio.update': () => {
          throw invalid('portfolio.update', { existing_image: ['This is no picture.'] });
        },
      });
      openPanel(`${list}/9/edit`, 'admin');
      await userEvent.type(await screen.findByLabelText('Or image URL'), 'https://example.com/a.txt');
      await press('Save Project');
      expect(await screen.findAllByText(/This is no picture/)).toHaveLength(1);
      expect(document.activeElement).toBe(screen.getByLabelText('Or image URL'));
    },
  );
});
