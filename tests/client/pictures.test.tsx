import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeServer, openPanel, prepareBrowser, refusal } from '../support/client.tsx';

prepareBrowser();

// What jsdom lacks: it draws nothing, and has no addresses for files.
beforeEach(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  document.elementFromPoint = () => null;
  URL.createObjectURL = () => 'blob:chosen';
  URL.revokeObjectURL = () => {};
});

const stored = {
  id: 7,
  created_at: '2025-11-12T14:05:00.000Z',
  updated_at: '2025-11-12T14:05:00.000Z',
  version: 3,
  picture: { width: 30, height: 20, colour: '#2f5d4a', placeholder: '', alt: 'A hall', sources: [] },
};
const path = 'uploads/hall.webp';

/** The three forms that take a picture. */
const forms = [
  {
    name: 'a post',
    address: '/admin/blog-posts',
    field: 'Featured image',
    button: 'Save Blog Post',
    calls: { one: 'blog.one', create: 'blog.create', update: 'blog.update' },
    row: {
      post: {
        ...{ ...stored, title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology', tags: [] },
        ...{ is_published: true, featured_image: path },
      },
    },
  },
  {
    name: 'a team member',
    address: '/admin/team',
    field: 'Photo',
    button: 'Update',
    calls: { one: 'team.one', create: 'team.create', update: 'team.update' },
    row: {
      member: {
        ...{ ...stored, name: 'Ada', role: 'HR Manager', section: 'leadership', description: 'D' },
        ...{ expertise: ['Looms'], image: path },
      },
    },
  },
  {
    name: 'a project',
    address: '/admin/portfolio',
    field: 'Image',
    button: 'Save Project',
    calls: { one: 'portfolio.one', create: 'portfolio.create', update: 'portfolio.update' },
    row: {
      portfolio: {
        ...{ ...stored, title: 'T', category: 'Web Development', client: 'C', description: 'D' },
        ...{ technologies: [], image: path },
      },
    },
  },
] as const;

const photograph = new File(['x'], 'phone.jpeg', { type: 'image/jpeg' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const words = () => screen.findByLabelText<HTMLInputElement>('Alternative text');
const decorative = () => screen.getByLabelText<HTMLInputElement>(/^Decorative/);

describe.each(forms)('the picture of $name', ({ address, field, button, calls, row }) => {
  /** Opens the form of the stored row; a save is refused, so that the form stays. */
  async function openStored(save: () => unknown = () => refuse('Not now.')) {
    const server = fakeServer({ [calls.one]: () => row, [calls.update]: save });
    openPanel(`${address}/7/edit`, 'admin');
    await screen.findByLabelText(field);
    return { sent: () => server.calls(calls.update) };
  }
  const refuse = (message: string, errors?: Record<string, string[]>) => {
    throw refusal(errors ? 422 : 500, message, errors);
  };

  it('is not asked about until there is one', async () => {
    fakeServer({});
    openPanel(`${address}/new`, 'admin');
    const input = await screen.findByLabelText(field);
    expect(screen.queryByLabelText('Alternative text')).toBeNull();
    await userEvent.upload(input, photograph);
    expect((await words()).value).toBe('');
    expect(decorative().checked).toBe(false);
    expect(screen.getByAltText('Selected image: phone.jpeg')).toBeDefined();
  });

  it('keeps its words, takes other ones, or is said to decorate', async () => {
    const { sent } = await openStored();
    expect((await words()).value).toBe('A hall');
    await press(button);
    await userEvent.type(await words(), ' of light');
    await press(button);
    await userEvent.click(decorative());
    expect((await words()).disabled).toBe(true);
    expect((await words()).value).toBe('');
    await press(button);
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent().map(({ image_alt }) => image_alt)).toEqual(['A hall', 'A hall of light', '']);
  });

  it('begins without words when it is another one, and has its own again when that is left out', async () => {
    const { sent } = await openStored();
    await userEvent.upload(screen.getByLabelText(field), photograph);
    expect((await words()).value).toBe('');
    await press(button);
    await press('Keep current image');
    expect((await words()).value).toBe('A hall');
    expect(document.activeElement).toBe(screen.getByLabelText(field));
    await press(button);
    await waitFor(() => expect(sent()).toHaveLength(2));
    const [chosen, kept] = sent();
    expect(chosen).not.toHaveProperty('image_alt');
    expect(kept).toMatchObject({ image_alt: 'A hall' });
  });

  it('says under its words why they were refused', async () => {
    const reason = 'Alternative text may have at most 250 characters';
    await openStored(() => refuse('Please correct the marked fields.', { image_alt: [reason] }));
    await press(button);
    await waitFor(async () => expect((await words()).getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText(reason).length).toBeGreaterThan(0);
  });

  it('shows how far its upload is, and stops it with everything still there', async () => {
    await openStored(() => new Promise(() => {}));
    await userEvent.upload(screen.getByLabelText(field), photograph);
    await userEvent.type(await words(), 'Ada at work');
    await press(button);
    const progress = await screen.findByRole('progressbar', { name: 'Upload' });
    expect(progress.getAttribute('aria-valuenow')).toBe('50');
    await press('Cancel upload');
    expect((await screen.findByRole('alert')).textContent).toContain('Upload cancelled.');
    expect(screen.queryByRole('progressbar', { name: 'Upload' })).toBeNull();
    expect(screen.getByText('phone.jpeg')).toBeDefined();
    expect((await words()).value).toBe('Ada at work');
  });
});

describe.each(forms.filter(({ name }) => name !== 'a team member'))(
  'the stored picture of $name',
  ({ address, field, button, calls, row }) => {
    it('goes with the save when that is asked, and stays when it is taken back', async () => {
      const server = fakeServer({
        [calls.one]: () => row,
        [calls.update]: () => {
          throw refusal(500, 'Not now.');
        },
      });
      openPanel(`${address}/7/edit`, 'admin');
      await screen.findByAltText('Current image');
      await press('Remove image');
      expect(screen.getByText('Will be removed when you save.')).toBeDefined();
      expect(screen.queryByAltText('Current image')).toBeNull();
      expect(screen.queryByLabelText('Alternative text')).toBeNull();
      await press(button);
      await press('Keep current image');
      expect(screen.getByAltText('Current image')).toBeDefined();
      await press(button);
      await press('Remove image');
      await userEvent.upload(screen.getByLabelText(field), photograph);
      await press(button);
      await waitFor(() => expect(server.calls(calls.update)).toHaveLength(3));
      const [removed, kept, replaced] = server.calls(calls.update);
      expect(removed).toMatchObject({ remove_image: '1' });
      expect(removed).not.toHaveProperty('existing_image');
      expect(kept).not.toHaveProperty('remove_image');
      expect(replaced).not.toHaveProperty('remove_image');
    });
  },
);

it('a picture on the web goes when its address is emptied', async () => {
  const [, , { row, calls, address }] = forms;
  const onWeb = { ...row.portfolio, image: 'https://example.com/a.png', picture: null };
  const server = fakeServer({
    [calls.one]: () => ({ portfolio: onWeb }),
    [calls.update]: () => {
      throw refusal(500, 'Not now.');
    },
  });
  openPanel(`${address}/7/edit`, 'admin');
  await userEvent.clear(await screen.findByLabelText('Or image URL'));
  await press('Save Project');
  await waitFor(() => expect(server.calls(calls.update)).toHaveLength(1));
  expect(server.calls(calls.update)).toMatchObject([{ remove_image: '1' }]);
  expect(server.calls(calls.update)[0]).not.toHaveProperty('existing_image');
});
