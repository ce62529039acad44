import type { ComponentType, ReactNode } from 'react';
import type { ModuleName } from '../../../src/shared/facts.ts';
import type { FieldErrors } from '../fields/use-field-errors.ts';
import type { RecordForm } from '../form/use-record-form.ts';
import type { RowActions } from '../list/record-card.tsx';
import type { Members, Option } from './field-kind.ts';
import type { FormModel } from './form-model.ts';
import type { ResourceWords } from './resource-words.ts';
import type { Row } from './use-resource.ts';

/** The frame of a form. */
export interface FrameProps {
  title: string;
  saveLabel: string;
  form: RecordForm<Members>;
  errors: FieldErrors;
  isNew: boolean;
  onCancel: () => void;
}

interface Filter {
  name: string;
  label: string;
  options: readonly Option[];
}

/** A module's screens: its rules without the types of its columns. */
export interface Resource {
  name: ModuleName;
  /** The address of the list. Forms and trash have addresses below it. */
  address: string;
  nouns: { one: string; many: string };
  words: ResourceWords;
  /** The column with the title of a row. */
  title: string;
  groups: Filter;
  /** The filter by visibility. Absent where visitors see every row. */
  status: Filter | undefined;
  hasWidePictures: boolean;
  card: (row: Row, acts: RowActions) => ReactNode;
  /**
   * Returns the public page of a row. Returns undefined for hidden rows and for modules without public pages.
   */
  siteHref: (row: Row) => string | undefined;
  model: FormModel;
  Frame: ComponentType<FrameProps>;
}
