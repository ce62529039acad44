// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Answers,
  fakeServer,
  openPanel,
  preparePanelTests,
  refusal,
  invalid,
} from '../support/panel-tests.tsx';
import type { PartialInputOf } from '../support/procedures.ts';
import { memberRow, postRow, projectRow } from '../support/rows.ts';
import { isShortForm } from '../support/test-form.ts';

preparePanelTests();

// What jsdom lacks: it draws nothing, and has no addresses for files.
beforeEach(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  document.elementFromPoint = () => null;
  URL.createObjectURL = () => 'blob:chosen';
  URL.revokeObjectURL = () => {};
});

const picture = {
  width: 30,
  height: 20,
  colour: '#2f5d4a',
  placeholder: '',
  alt: 'A hall',
  focal: { x: 5, y: 5 },
  sources: [],
};
const path = 'uploads/hall.webp';

const post = postRow({ featured_image: path, picture });
const member = memberRow({ image: path, picture });
const portfolio = projectRow({ image: path, picture });

/** Refuses a save, so that the form stays, or never answers it. */
type Save = () => Promise<never>;

interface PictureForm {
  name: string;
  address: string;
  field: string;
  button: string;
  update: 'blog.update' | 'team.update' | 'portfolio.update';
  answers: (save: Save) => Answers;
}

/** The three forms that take a picture. */
const forms: PictureForm[] = [
  {
    name: 'a post',
    address: '/admin/blog-posts',
    field: 'Featured image',
    button: 'Save Blog Post',
    update: 'blog.update',
    answers: (save) => ({ 'blog.one': () => ({ post }), 'blog.update': save }),
  },
  {
    name: 'a team member',
    address: '/admin/team',
    field: 'Photo',
    button: 'Update',
    update: 'team.update',
    answers: (save) => ({ 'team.one': () => ({ member }), 'team.update': save }),
  },
  {
    name: 'a project',
    address: '/admin/portfolio',
    field: 'Image',
    button: 'Save Project',
    update: 'portfolio.update',
    answers: (save) => ({ 'portfolio.one': () => ({ portfolio }), 'portfolio.update': save }),
  },
];

const refuse: Save = async () => {
  throw refusal(500, 'Not now.');
};

const photograph = new File(['x'], 'phone.jpeg', { type: 'image/jpeg' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const write = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const words = () => screen.findByLabelText<HTMLInputElement>('Alternative text');
const decorative = () => screen.getByLabelText<HTMLInputElement>(/^Decorative/);

// One field of the forms does all of this. In the short form it is that of a project.
const tried = forms.filter(({ name }) => !isShortForm || name === 'a project');

describe.each(tried)('the picture of $name', ({ address, field, button, update, answers }) => {
  /** Opens the form of the stored row. */
  async function openStored(save: Save = refuse) {
    const server = fakeServer(answers(save));
    openPanel(`${address}/7/edit`, 'admin');
    await screen.findByLabelText(field);
    return { sent: () => server.calls(update) };
  }

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
    write(await words(), 'A hall of light');
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
    expect(kept).toMatchObject<PartialInputOf<typeof update>>({ image_alt: 'A hall' });
  });

  it('says under its words why they were refused', async () => {
    const reason = 'Alternative text may have at most 250 characters';
    await openStored(async () => {
      throw invalid('blog.update', { image_alt: [reason] });
    });
    await press(button);
    await waitFor(async () => expect((await words()).getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText(reason).length).toBeGreaterThan(0);
  });

  it('shows how far its upload is, and stops it with everything still there', async () => {
    await openStored(() => new Promise<never>(() => {}));
    await userEvent.upload(screen.getByLabelText(field), photograph);
    write(await words(), 'Ada at work');
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

describe.each(tried.filter(({ name }) => name !== 'a team member'))(
  'the stored picture of $name',
  ({ address, field, button, update, answers }) => {
    it('goes with the save when that is asked, and stays when it is taken back', async () => {
      const server = fakeServer(answers(refuse));
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
      await waitFor(() => expect(server.calls(update)).toHaveLength(3));
      const [removed, kept, replaced] = server.calls(update);
      expect(removed).toMatchObject<PartialInputOf<typeof update>>({ remove_image: '1' });
      expect(removed).not.toHaveProperty('existing_image');
      expect(kept).not.toHaveProperty('remove_image');
      expect(replaced).not.toHaveProperty('remove_image');
    });
  },
);

it('a picture on the web goes when its address is emptied', async () => {
  const onWeb = projectRow({ image: 'https://example.com/a.png' });
  const server = fakeServer({
    'portfolio.one': () => ({ portfolio: onWeb }),
    'portfolio.update': refuse,
  });
  openPanel('/admin/portfolio/9/edit', 'admin');
  await userEvent.clear(await screen.findByLabelText('Or image URL'));
  await press('Save Project');
  await waitFor(() => expect(server.calls('portfolio.update')).toHaveLength(1));
  expect(server.calls('portfolio.update')).toMatchObject<PartialInputOf<'portfolio.update'>[]>([
    { remove_image: '1' },
  ]);
  expect(server.calls('portfolio.update')[0]).not.toHaveProperty('existing_image');
});
