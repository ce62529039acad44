/** What people call the lists that rows refer to, by field. */
export const choicesWords: Readonly<Record<string, string>> = {
  blog_categories:
    'categories of posts, sort posts, Kategorien der Beiträge, Themen der Beiträge, catégories d’articles, categorías de artículos, yazı kategorileri, categories, category, topics, post categories, news categories, Kategorien, Kategorie, Themen, Rubriken, Blogkategorien, catégories, rubriques, thèmes, catégories du blog, categorías, temas, categorías del blog, kategoriler, konular, blog kategorileri',
  portfolio_categories:
    'sort projects, Kategorien der Projekte, catégories de réalisations, categorías de trabajos, projelerin kategorileri, project categories, kinds of projects, Projektkategorien, Projektarten, catégories de projets, types de projets, categorías de proyectos, tipos de proyectos, proje kategorileri',
  team_sections:
    'departments, divisions, groups of people, Abteilungen, Bereiche, Teams, départements, services de l’équipe, pôles, departamentos, áreas, departmanlar, bölümler, birimler',
  team_roles:
    'staff roles, professions, Funktionen im Team, rôles, roles, ekip rolleri, roles, positions of people, job title, Berufe, Berufsbezeichnungen, Stellenbezeichnungen, Positionen, Funktionen, postes, fonctions, intitulés de poste, métiers, cargos, puestos, profesiones, unvanlar, görevler, meslekler, pozisyonlar',
  job_types:
    'full-time, part-time, kinds of employment, Vollzeit, Teilzeit, Arbeitszeit, Beschäftigungsart, temps plein, temps partiel, type de contrat, CDI, jornada completa, media jornada, tipo de contrato, tam zamanlı, yarı zamanlı, çalışma şekli',
};
