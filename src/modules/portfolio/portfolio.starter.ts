import { drawScene } from '../../illustrations/scene.ts';
import { type CaseStudy, caseStudies } from './case-study.seed.ts';
import { type StarterProject, starterProjects } from './project.seed.ts';

const empty = { services: [] as string[], is_featured: false };

type Row = StarterProject & typeof empty & Partial<CaseStudy>;

const rows = starterProjects.map((project): Row => ({ ...empty, ...project, ...caseStudies[project.slug] }));

export const starter = {
  rows,
  draw: ({ category, slug }: Row) => drawScene({ motif: category, seed: slug, width: 1200, height: 800 }),
  drawings: ({ slug, pictures = [] }: Row) =>
    pictures.map(({ motif, alt, height = 800 }, at) => ({
      ...{ column: 'gallery', alt },
      svg: drawScene({ motif, seed: `${slug}/${at}`, width: 1200, height }),
    })),
};
