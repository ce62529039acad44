import type { ComponentType, ReactNode } from 'react';
import type {
  ChoiceColumn,
  ColumnInputs,
  Columns,
  ColumnValue,
  GroupColumn,
  IfHasPicture,
  KeyOf,
  OptionalDayColumn,
  OptionalTextColumn,
  PictureColumn,
} from '../../../src/shared/column-types.ts';
import type { ModuleFacts, ModuleName } from '../../../src/shared/module-facts.ts';
import type { ApiInputs, ApiOutputs } from '../../api/types.ts';
import type { ShownChoices } from '../components/choices-context.tsx';
import type { SaveErrors } from '../fields/use-save-errors.ts';
import type { PublicationControls } from '../form/form-page.tsx';
import type { RecordForm } from '../form/use-record-form.ts';
import type { Column } from '../list/data-table.tsx';
import type { CommonCardParts } from '../list/record-card.tsx';
import type { ListParams } from '../list/use-list-params.ts';
import type { FieldKind, FieldLayout, Members, Option, Options } from './field-kind.ts';
import type { PictureValues } from './picture-kind.ts';
import type { Nouns, ResourceWords } from './resource-words.ts';
import type { AfterSave, Row } from './module-api.ts';

export type RowOf<N extends ModuleName> = ApiOutputs[N]['list'] extends {
  [K in ModuleFacts[N]['many']]: readonly (infer R)[];
}
  ? R
  : never;

type FormValue<F> = F extends PictureColumn
  ? File | undefined
  : F extends ChoiceColumn<infer V>
    ? V | ''
    : F extends OptionalTextColumn | OptionalDayColumn
      ? string
      : ColumnValue<F>;

/** The values of a module's form. People may not have filled in all fields yet. */
export type FormValues<C extends Columns> = { [K in keyof C]: FormValue<C[K]> } & {
  [K in KeyOf<C, { kind: 'tags' }> as `${K}_pending`]: string;
} & IfHasPicture<C, PictureValues, unknown>;

type FieldOf<C extends Columns> = (props: FieldLayout & { name: keyof C & string }) => ReactNode;

export interface FormLayoutProps<C extends Columns> {
  values: FormValues<C>;
  /** Renders the control of a column, for example `<Field name="title" />`. */
  Field: FieldOf<C>;
}

export interface CustomFrameProps<C extends Columns> extends FormLayoutProps<C> {
  title: string;
  saveLabel: string;
  form: RecordForm<FormValues<C>>;
  errors: SaveErrors;
  isNew: boolean;
  onCancel: () => void;
  action?: ReactNode;
  aside?: ReactNode;
}

/** `unknown` if the columns produce a valid input for the server's `create`. Otherwise `never`, so that the columns do not compile. */
type Fitting<N extends ModuleName, C extends Columns> =
  ColumnInputs<C> extends ApiInputs[N]['create'] ? unknown : never;

interface CommonRules<N extends ModuleName, C extends Columns> {
  columns: C & Fitting<N, C>;
  nouns: Nouns;
  words?: Partial<ResourceWords>;
  title: keyof C & string;
  /** The column by which the list counts and filters rows. */
  groups: KeyOf<C, GroupColumn>;
  /** Of choices whose labels differ from their values. */
  options?: (choices: ShownChoices) => { [K in KeyOf<C, ChoiceColumn>]?: readonly Option[] };
  card: (row: RowOf<N>, acts: CommonCardParts) => ReactNode;
  cells?: { [K in keyof C]?: (row: RowOf<N>) => ReactNode };
  /** The path of the public page that shows all rows, for modules whose rows have no pages of their own. */
  sitePath?: string;
  /** Whether each card shows a picture. By default, this is true for modules with a picture column. */
  hasWidePictures?: boolean;
  empty?: Partial<FormValues<C>>;
  /** Columns that the form does not show. A new row gets their initial values. A stored row keeps its values. */
  hidden?: readonly (keyof C & string)[];
  /** The module's own handling of columns in forms. Lists appear before it has loaded. */
  fields?: () => Promise<{ [K in keyof C]?: FieldKind }>;
  /** By the former name, which stored autosaves may contain. */
  renamed?: Readonly<Record<string, string>>;
  /** In windows that are wide enough. */
  opensPreview?: true;
  /** Saves input of the form that is not part of the row, after the row has been stored. */
  afterSave?: AfterSave;
  /** A hook that adds what the site itself has to the rows of the list. */
  useListed?: UseListed;
  /** Below the list. */
  Foot?: ComponentType;
}

/** An entry of a list that is no stored row has a negative id and a link of its own. */
export type ListedRow = Row & {
  /** Undefined where the person may not edit the entry. */
  editHref?: string | undefined;
  siteHref?: string | undefined;
};

export const isStoredRow = ({ id }: { id: number }) => id > 0;

export type UseListed = (
  rows: readonly Row[],
  params: ListParams,
) => { rows: readonly ListedRow[]; isLoading: boolean };

type FormRules<C extends Columns> =
  | {
      form: ComponentType<FormLayoutProps<C>>;
      /** The browser checks `required` and `url` fields before the save. */
      isChecked?: boolean;
      frame?: never;
    }
  | {
      /** Loads the form on demand, so that lists do not wait for the code of the form. */
      frame: () => Promise<ComponentType<CustomFrameProps<C>>>;
      form?: never;
      isChecked?: never;
    };

export type ResourceRules<N extends ModuleName, C extends Columns> = CommonRules<N, C> & FormRules<C>;

export interface FrameProps {
  title: string;
  saveLabel: string;
  form: RecordForm<Members>;
  errors: SaveErrors;
  isNew: boolean;
  onCancel: () => void;
  publication?: PublicationControls | undefined;
  action?: ReactNode;
  aside?: ReactNode;
}

interface Filter {
  name: string;
  label: string;
  options: readonly Option[];
}

/** What the screens of a module have in common: the module's rules without the types of its columns. */
export interface Resource {
  name: ModuleName;
  /** The address of the list in the panel, with which the addresses of the forms and the trash begin. */
  address: string;
  nouns: { one: string; many: string };
  words: ResourceWords;
  title: string;
  groups: Filter;
  rowColumns: Columns;
  options: Options;
  /** In which a form shows and reads moments. */
  timeZone: string;
  /** Undefined for a module whose rows are always visible. */
  status: Filter | undefined;
  hasWidePictures: boolean;
  card: (row: Row, acts: CommonCardParts) => ReactNode;
  columns: readonly Column<Row>[];
  /** Undefined where the person may not edit the entry. */
  editHref: (row: ListedRow) => string | undefined;
  /** Returns the path of the public page. Undefined for rows that visitors do not see or that have no page. */
  siteHref: (row: ListedRow) => string | undefined;
  hasPages: boolean;
  opensPreview: boolean;
  afterSave: AfterSave | undefined;
  useListed: UseListed;
  Foot: ComponentType | undefined;
}
