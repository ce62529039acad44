/** What people want to do with a part. */
const off =
  'page, part of the site, Seite, página, sayfa, no longer needed, not needed, switch off, turn off, disable, remove, hide, switch on, enable, abschalten, verstecken, entfernen, löschen, weglassen, ohne, ausschalten, ausblenden, deaktivieren, désactiver, supprimer, enlever, cacher, retirer, sans, masquer, desactivar, quitar, eliminar, esconder, sin, ocultar, kapat, kaldır, sil, istemiyorum, gizle';

/** What people call the parts of the site that can be switched off, by field. */
export const featuresWords: Readonly<Record<string, string>> = {
  '': off,
  blog: `Aktuelles, journal, günlük, news, articles, posts, Neuigkeiten, Artikel, Beiträge, actualités, articles du blog, noticias, artículos, haberler, yazılar`,
  portfolio: `references, Referenzen, réalisations, referencias, referanslar, projects, case studies, our work, Projekte, projets, proyectos, projeler`,
  team: `about the people, Leute, collaborateurs, gente, personel, people, staff, employees, Mitarbeiter, Personen, équipe, personnel, equipo, personal, ekip, çalışanlar`,
  gallery: `photo album, albums, Album, albümler, photos, pictures, photo gallery, Galerie, Fotos, Bilder, galerie, photos de l’entreprise, galería, fotos, galeri, fotoğraflar`,
  career: `work with us, Bewerbung, recrutement, trabaja con nosotros, jobs, vacancies, open positions, hiring, Stellen, Jobs, Stellenangebote, Karriere, emplois, offres d’emploi, carrières, empleo, ofertas de empleo, kariyer, iş ilanları`,
  internship: `apprentices, Ausbildung, Azubis, apprentissage, aprendices, çırak, interns, trainees, Praktikum, Praktika, stage, stages, prácticas, becarios, staj, stajyer`,
  quotations: `offers on request, Angebot, Preisanfrage, demande de prix, cotización, quotes, quotation, price request, Angebote anfragen, Kostenvoranschlag, devis, presupuestos, presupuesto, teklif, fiyat teklifi`,
};
