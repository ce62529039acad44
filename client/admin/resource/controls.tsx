import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ChangeEvent, type ComponentType, useId } from 'react';
import type { Column } from '../../../src/shared/column-types.ts';
import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';
import { imageHint } from '../../../src/shared/upload-limits.ts';
import { trpc } from '../../api/trpc.ts';
import { lazyPart } from '../components/lazy-part.tsx';
import { capitalised } from '../core/labels.ts';
import { nameOfLanguage } from '../core/language-names.ts';
import { useTakenPhoto } from '../core/taken-photo.ts';
import { AltTextInput } from '../fields/alt-text-input.tsx';
import classes from '../fields/fields.module.css';
import { ImageInput } from '../fields/image-input.tsx';
import { PageLinkInput } from '../fields/page-link-input.tsx';
import { RichTextInput } from '../fields/rich-text-input.tsx';
import { StringListInput } from '../fields/string-list-input.tsx';
import { Proposals, TagsInput, useTagsField } from '../fields/tags-input.tsx';
import { pendingTagNameOf } from './field-adapters.ts';
import { type ControlProps, messageOf } from './field-kind.ts';
import { FiguresControl } from './figures-control.tsx';
import { GalleryControl } from './gallery-control.tsx';
import { libraryChoice } from './library-choice.ts';
import { MediaControl } from './media-control.tsx';
import { pictureIn } from './picture-kind.ts';

/** The languages that the panel offers. API clients may store others. */
const languageTags = [
  ...'ar bg bn ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka ko'.split(' '),
  ...'ku lb lt lv mk mt nb nl pl ps pt pt-BR ro ru sk sl so sq sr sv sw ta th ti tr uk'.split(' '),
  ...'ur vi zh-Hans zh-Hant'.split(' '),
];

/** The empty value is the language of the site. */
function LanguageControl({ name, label, layout, form, errorOf }: ControlProps) {
  const value = String(form.values[name]);
  const offered = languageTags.includes(value) || value === '' ? languageTags : [...languageTags, value];
  const options = offered
    .map((tag) => ({ value: tag, label: nameOfLanguage(tag) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
  return (
    <NativeSelect
      label={label}
      description={layout.description}
      data={[{ value: '', label: 'The language of the site' }, ...options]}
      value={value}
      error={errorOf(name)}
      onChange={(event) => form.setValues({ [name]: event.currentTarget.value })}
    />
  );
}

function ReferenceControl({ name, label, column, layout, form, errorOf }: ControlProps) {
  const to = (column.kind === 'reference' ? column.to : name) as ModuleName;
  // `places` returns the same shape for every module that a column may refer to, so the cast is safe.
  const { data } = trpc[to as 'portfolio'].places.useQuery();
  const chosen = String(form.values[name] || '');
  const rows = (data?.places ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
  // A select shows its first option if none has the value, so a stored value that is not listed is added.
  const isListed = chosen === '' || rows.some(({ value }) => value === chosen);
  const { noun } = factsOf(to);
  const stored = isListed ? [] : [{ value: chosen, label: data ? `${noun} ${chosen}` : 'Loading…' }];
  return (
    <NativeSelect
      label={label}
      description={layout.description}
      data={[{ value: '', label: `No ${noun}` }, ...stored, ...rows]}
      value={chosen}
      error={errorOf(name)}
      onChange={({ currentTarget }) => form.setValues({ [name]: currentTarget.value })}
    />
  );
}

// These controls are loaded on demand, because only one module has blocks.
const blocksControl = (name: 'BlocksControl' | 'ItemsControl' | 'ReferencesControl') =>
  lazyPart<ControlProps>({
    name: 'the blocks',
    load: () => import('./blocks-control.tsx').then((file) => file[name]),
  });

export const controls: Record<Column['kind'], ComponentType<ControlProps>> = {
  line: LineControl,
  text: LongTextControl,
  optionalText: NoteControl,
  html: HtmlControl,
  choice: ChoiceControl,
  listed: ChoiceControl,
  tick: TickControl,
  tags: TagsControl,
  lines: LinesControl,
  link: LinkControl,
  picture: PictureControl,
  day: DayControl,
  moment: MomentControl,
  slug: LineControl,
  media: MediaControl,
  figures: FiguresControl,
  gallery: GalleryControl,
  reference: ReferenceControl,
  references: blocksControl('ReferencesControl'),
  items: blocksControl('ItemsControl'),
  blocks: blocksControl('BlocksControl'),
};

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

function typedProps({ name, label, layout, form, errorOf }: ControlProps) {
  const { description, placeholder, isRequired = false, isFocusedFirst } = layout;
  return {
    label,
    description,
    placeholder,
    required: isRequired,
    withAsterisk: false,
    ...(isFocusedFirst && { 'data-autofocus': true }),
    value: String(form.values[name]),
    error: errorOf(name),
    onChange: (event: Typed) => form.setValues({ [name]: event.currentTarget.value }),
  };
}

function DayControl(props: ControlProps) {
  return <TextInput type="date" {...typedProps(props)} />;
}

/** People type local time in the site's time zone. */
function MomentControl(props: ControlProps) {
  const isDay = props.column.kind === 'moment' && props.column.isDay;
  return <TextInput type={isDay ? 'date' : 'datetime-local'} {...typedProps(props)} />;
}

function LineControl(props: ControlProps) {
  const list = useId();
  const { proposals } = props.layout;
  return (
    <>
      <TextInput {...typedProps(props)} {...(proposals && { list })} />
      {proposals && <Proposals id={list} texts={proposals} />}
    </>
  );
}

/** The column's format and options decide which input an `optionalText` has. */
function NoteControl(props: ControlProps) {
  if (props.column.kind === 'optionalText' && props.column.format === 'language')
    return <LanguageControl {...props} />;
  if (props.column.kind === 'optionalText' && props.column.format === 'address')
    return <PageLinkInput {...typedProps(props)} />;
  if (props.options.length > 0) return <ChoiceControl {...props} />;
  return props.layout.rows ? <LongTextControl {...props} /> : <LineControl {...props} />;
}

function LinkControl(props: ControlProps) {
  const order = ['label', 'input', 'description', 'error'] as const;
  return <TextInput type="url" inputWrapperOrder={[...order]} {...typedProps(props)} />;
}

function LongTextControl(props: ControlProps) {
  return <Textarea rows={props.layout.rows ?? 3} {...typedProps(props)} />;
}

function HtmlControl({ name, label, form, errorOf }: ControlProps) {
  return (
    <RichTextInput
      label={label}
      initial={String(form.values[name])}
      error={messageOf(errorOf(name))}
      hasPictures
      onChange={(html) => form.setValues({ [name]: html })}
    />
  );
}

function ChoiceControl({ options, ...props }: ControlProps) {
  const { placeholder: _, ...typed } = typedProps({ options, ...props });
  // A select shows its first option if none has the value, so a value that is no longer offered is added.
  const isListed = options.some(({ value }) => value === typed.value);
  const old = { value: typed.value, label: `${typed.value} (no longer offered)`, disabled: true };
  return <NativeSelect data={isListed ? [...options] : [old, ...options]} {...typed} />;
}

function TickControl({ name, label, layout, form, errorOf }: ControlProps) {
  return (
    <Checkbox
      label={label}
      description={layout.description}
      checked={Boolean(form.values[name])}
      error={errorOf(name)}
      onChange={(event) => form.setValues({ [name]: event.currentTarget.checked })}
    />
  );
}

function TagsControl({ name, label, layout, form, errorOf }: ControlProps) {
  const pending = pendingTagNameOf(name);
  const chips = useTagsField({
    entries: form.values[name] as string[],
    pending: String(form.values[pending]),
    proposals: layout.proposals,
    onChange: (entries, text) => form.setValues({ [name]: entries, [pending]: text }),
  });
  return <TagsInput label={label} chips={chips} error={errorOf(name)} />;
}

function LinesControl({ name, label, column, form, errorOf }: ControlProps) {
  const noun = column.kind === 'lines' ? column.noun : label;
  return (
    <StringListInput
      legend={label}
      noun={capitalised(noun)}
      entries={form.values[name] as string[]}
      error={messageOf(errorOf(name))}
      onChange={(entries) => form.setValues({ [name]: entries })}
    />
  );
}

/** An uploaded picture and its alternative text. A picture marked for removal is deleted by the next save. */
function PictureControl({ name, label, column, layout, form, errorOf }: ControlProps) {
  const { values, setValues, baseline, isSubmitting, progress, stop } = form;
  const { stored, alt, remove_image, existing_image } = pictureIn(values);
  const isRemovable = column.kind === 'picture' && column.isRemovable;
  const file = values[name] as File | undefined;
  const choose = (chosen: File | undefined) =>
    setValues({
      [name]: chosen,
      existing_image: null,
      // The alternative text of the stored picture does not describe a new picture, so it is not kept.
      alt: chosen ? null : baseline.values.alt,
      remove_image: false,
    });
  useTakenPhoto(choose);
  return (
    <>
      <div className={layout.isUpright ? classes.upright : undefined}>
        <ImageInput
          label={label}
          hint={layout.hint ?? imageHint}
          file={file}
          stored={stored ? `/${stored}` : undefined}
          library={libraryChoice({ existing_image }, pictureIn(baseline.values).alt, (choice) =>
            setValues({ [name]: undefined, ...choice }),
          )}
          error={messageOf(errorOf(name) ?? errorOf('existing_image'))}
          progress={isSubmitting ? progress : undefined}
          onStop={stop}
          {...(isRemovable && {
            removal: { isAsked: remove_image, ask: (isAsked) => setValues({ remove_image: isAsked }) },
          })}
          onChange={choose}
        />
      </div>
      {(file || existing_image || (stored && !remove_image)) && (
        <AltTextInput
          alt={alt}
          error={messageOf(errorOf('image_alt'))}
          onChange={(text) => setValues({ alt: text })}
        />
      )}
    </>
  );
}
