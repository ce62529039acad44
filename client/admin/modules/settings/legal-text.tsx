import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Fields, HtmlField } from '../../../../src/shared/settings/field-types.ts';
import { legalFields } from '../../../../src/shared/settings/fields/legal.ts';
import { useAsk } from '../../components/ask.tsx';
import { RichTextInput } from '../../fields/rich-text-input.tsx';
import { trpc } from '../../../api/trpc.ts';
import type { FieldValues } from './group-model.ts';
import { LegalOpenPoints } from './legal-open-points.tsx';
import {
  type Template,
  regionInLanguage,
  regionOf,
  type TemplateRegion,
  templateDocuments,
  templateRegions,
} from './legal-templates/template.ts';
import classes from './settings.module.css';

const documents: Fields = legalFields;

interface LegalTextProps {
  /** The path of the text, for example `imprint.text`. */
  path: string;
  field: HtmlField;
  /** The further language of the texts. Undefined for the main one. */
  language: string | undefined;
  fieldValues: FieldValues;
  defaults: FieldValues;
  errors: Readonly<Record<string, string>>;
  onChange: (part: FieldValues) => void;
}

export function LegalText(props: LegalTextProps) {
  const { path, field, language, fieldValues, defaults, errors, onChange } = props;
  // The editor reads `initial` only once, so a new key replaces it when the text does.
  const [edition, setEdition] = useState(0);
  const company = trpc.settings.one.useQuery({ group: 'company' }).data;
  const country = String((company?.value.address as FieldValues | undefined)?.country_code ?? '');
  const [document = ''] = path.split('.');
  const [value, initial] = [String(fieldValues[path] ?? ''), String(defaults[path] ?? '')];
  const replace = (part: FieldValues) => {
    onChange(part);
    setEdition((before) => before + 1);
  };
  return (
    <div className={classes.setting}>
      <RichTextInput
        key={edition}
        label={field.label}
        error={errors[path]}
        initial={value}
        onChange={(html) => onChange({ [path]: html })}
      />
      {field.help && <p className={classes.hint}>{field.help}</p>}
      {value !== initial && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Use default for ${field.label}`}
          onClick={() => replace({ [path]: initial })}
        >
          Use default
        </Button>
      )}
      {company && (
        <>
          <TemplateChoice
            document={document}
            isEmpty={value === ''}
            initial={language ? regionInLanguage(country, language) : regionOf(country, company.language)}
            onChoose={({ title, text }, titles) => {
              const titlePath = `${document}.title`;
              const now = String(fieldValues[titlePath]);
              const isOwnTitle = now !== defaults[titlePath] && !titles.includes(now);
              replace({ [path]: text, ...(!isOwnTitle && { [titlePath]: title }) });
            }}
          />
          <LegalOpenPoints
            label={documents[document]?.label ?? document}
            html={value}
            company={company.value}
            fieldValues={fieldValues}
            errors={errors}
            onText={(text) => replace({ [path]: text })}
            onChange={onChange}
          />
        </>
      )}
    </div>
  );
}

interface TemplateChoiceProps {
  document: string;
  isEmpty: boolean;
  initial: TemplateRegion;
  /** `titles` are those of all templates of the document. */
  onChoose: (template: Template, titles: readonly string[]) => void;
}

const replaceQuestion = {
  title: 'Replace the text?',
  question: 'The template replaces the text in the editor. Nothing is saved yet.',
  answer: 'Replace',
  busyAnswer: 'Replacing...',
};

/** Asks before it replaces a text. Nothing for a document without templates. */
function TemplateChoice({ document: name, isEmpty, initial, onChoose }: TemplateChoiceProps) {
  const [region, setRegion] = useState<TemplateRegion>(initial);
  const ask = useAsk();
  const [refusal, refuse] = useState<string>();
  const document = templateDocuments.find((each) => each === name);
  if (!document) return null;
  const load = async () => {
    refuse(undefined);
    try {
      // Few people need the templates.
      const { legalTemplates } = await import('./legal-templates/templates-by-country.ts');
      const titles = Object.values(legalTemplates).map((templates) => templates[document].title);
      onChoose(legalTemplates[region][document], titles);
    } catch {
      refuse('The templates could not be loaded. Please try again.');
    }
  };
  return (
    <Group gap={8} align="flex-end" mt="sm">
      <NativeSelect
        label="Template"
        value={region}
        data={Object.entries(templateRegions).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => setRegion(currentTarget.value as TemplateRegion)}
        error={refusal}
      />
      <Button variant="default" onClick={() => (isEmpty ? load() : ask({ ...replaceQuestion, run: load }))}>
        Start from a template
      </Button>
    </Group>
  );
}
