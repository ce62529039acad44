import './project-key-figure.css';
import type { ApiOutputs } from '../../api/types.ts';
import { languageAttributes } from './language-attributes.ts';

export type Project = ApiOutputs['portfolio']['published']['portfolios'][number];

/** The first figure of a project, with its unit and meaning. Renders nothing if the project has no figures. */
export function ProjectKeyFigure({ project }: { project: Pick<Project, 'figures' | 'lang' | 'title'> }) {
  const [figure] = project.figures;
  if (!figure) return null;
  const { number, unit, meaning } = figure;
  return (
    <p className="project-figure" {...languageAttributes(project)}>
      <strong>
        {number.replace(/^-/, '\u2212')}
        {unit && `\u00a0${unit}`}
      </strong>{' '}
      <span>{meaning}</span>
    </p>
  );
}
