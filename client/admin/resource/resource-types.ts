import type { ComponentType, ReactNode } from 'react';
import type {
  ChoiceColumn,
  Columns,
  HasPicture,
  Input,
  KeyOf,
  NoteColumn,
  PictureColumn,
  Value,
} from '../../../src/shared/columns.ts';
import type { ModuleFacts, ModuleName } from '../../../src/shared/facts.ts';
import type { ApiInputs, ApiOutputs } from '../../lib/api-types.ts';
import type { KeptForm } from '../forms/use-kept-form.ts';
import type { CardActs } from '../ui/list-card.tsx';
import type { ServerErrors } from '../ui/use-server-errors.ts';
import type { FieldKind, FieldLayout, Option } from './field-kind.ts';
import type { PictureDraft } from './field-kinds.ts';
import type { Nouns, ResourceWords } from './resource-words.ts';

/** A row as the list of a module answers it. */
export type RowOf<N extends ModuleName> = ApiOutputs[N]['list'] extends {
  [K in ModuleFacts[N]['many']]: readonly (infer R)[];
}
  ? R
  : never;

type DraftValue<F> = F extends PictureColumn
  ? File | undefined
  : F extends ChoiceColumn<infer V>
    ? V | ''
    : F extends NoteColumn
      ? string
      : Value<F>;

/** A row as its form holds it, complete or not. */
export type Draft<C extends Columns> = { [K in keyof C]: DraftValue<C[K]> } & {
  [K in KeyOf<C, { kind: 'tags' }> as `${K}_pending`]: string;
} & HasPicture<C, PictureDraft, unknown>;

export type FieldOf<C extends Columns> = (props: FieldLayout & { name: keyof C & string }) => ReactNode;

/** What the layout of a form is made of. */
export interface FormParts<C extends Columns> {
  draft: Draft<C>;
  /** The control of a column: `<Field name="title" />`. */
  Field: FieldOf<C>;
}

/** What a form needs that draws its own frame. */
export interface FrameParts<C extends Columns> extends FormParts<C> {
  title: string;
  saveLabel: string;
  form: KeptForm<Draft<C>>;
  errors: ServerErrors;
  /** Nothing is stored yet. */
  isNew: boolean;
  onCancel: () => void;
}

/** `unknown` where the columns make an input that the server's `create` takes; else `never`, so that nothing compiles. */
type Fitting<N extends ModuleName, C extends Columns> =
  Input<C> extends ApiInputs[N]['create'] ? unknown : never;

interface CommonRules<N extends ModuleName, C extends Columns> {
  columns: C & Fitting<N, C>;
  nouns: Nouns;
  words?: Partial<ResourceWords>;
  /** The column that names a row. */
  title: keyof C & string;
  /** The choice that rows are counted and filtered by. */
  groups: KeyOf<C, ChoiceColumn>;
  /** The labels of a choice whose values are not what people read. */
  options?: { [K in KeyOf<C, ChoiceColumn>]?: readonly Option[] };
  card: (row: RowOf<N>, acts: CardActs) => ReactNode;
  /** The address of a row's page on the site, where rows have one. */
  sitePath?: (id: number) => string;
  /** Whether cards begin with a picture; else those of a module with a picture column do. */
  hasWidePictures?: boolean;
  /** What a new row begins with, where it is not nothing. */
  empty?: Partial<Draft<C>>;
  /** Columns that the form does not show: a new row gets their initial value, a stored one keeps its own. */
  hidden?: readonly (keyof C & string)[];
  /** Columns that a form treats in a way of their own. */
  fields?: { [K in keyof C]?: FieldKind };
  /** Members of drafts that an earlier version stored under another name: the old name, and today's. */
  renamed?: Readonly<Record<string, string>>;
}

/** A layout in the usual frame, or a form that draws its own. */
type FormRules<C extends Columns> =
  | {
      form: ComponentType<FormParts<C>>;
      /** The browser's own checks, `required` and `url`, come before the save. */
      isChecked?: boolean;
      frame?: never;
    }
  | { frame: ComponentType<FrameParts<C>>; form?: never; isChecked?: never };

export type ResourceRules<N extends ModuleName, C extends Columns> = CommonRules<N, C> & FormRules<C>;
