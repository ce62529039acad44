import './project-figure.css';
import type { Figure } from '../../../src/shared/columns.ts';

/** The first result of a project in figures. Nothing without one. */
export function ProjectFigure({ figures: [figure] }: { figures: readonly Figure[] }) {
  if (!figure) return null;
  const { number, unit, meaning } = figure;
  return (
    <p className="project-figure">
      <strong>
        {number.replace(/^-/, '\u2212')}
        {unit && `\u00a0${unit}`}
      </strong>{' '}
      <span>{meaning}</span>
    </p>
  );
}
