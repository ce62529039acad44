/**
 * The search words for the fixed pages and their texts, by the path of the field. The words under the name of
 * a page find the whole page.
 */
export const pagesSearchWords: Readonly<Record<string, string>> = {
  home: 'home page, home page text, start page, front page, landing page, Startseite, Startseite bearbeiten, Text der Startseite, page d’accueil, accueil, texte d’accueil, página de inicio, inicio, portada, ana sayfa, giriş sayfası',
  'home.picture':
    'picture of the front page, main picture, photo of the home page, Foto der Startseite, Hauptbild, photo de la page d’accueil, foto de la página de inicio, ana sayfa fotoğrafı, ana sayfa resmi, hero picture, header picture, banner, cover photo, big picture, Titelbild, Headerbild, Bild der Startseite, bannière, photo d’accueil, image d’en-tête, imagen de portada, foto de inicio, kapak fotoğrafı, banner resmi',
  'home.opening':
    'hero, picture or drawing, first screen, what visitors see first, without a picture, Einstieg, Startbild, Bild oder Zeichnung, premier écran, image ou dessin, primera pantalla, imagen o dibujo, ilk ekran, resim ya da çizim',
  'home.heading':
    'hero text, big heading, welcome text, Begrüßung, Willkommenstext, titre d’accueil, texte de bienvenue, texto de bienvenida, karşılama metni',
  'home.services_button':
    'call to action, button of the home page, Schaltfläche der Startseite, bouton d’accueil, botón de inicio, ana sayfa düğmesi',
  'home.sections':
    'order of the home page, sections of the home page, rearrange, move sections, hide sections, Reihenfolge, Abschnitte, Bereiche der Startseite, ordre des sections, sections d’accueil, orden de las secciones, secciones de inicio, bölüm sırası, ana sayfa bölümleri',
  about:
    'our story, history, about text, Über-uns-Seite, Firmengeschichte, notre histoire, histoire de l’entreprise, nuestra historia, hakkımızda metni, hikâyemiz, about us, about page, who we are, company page, Über uns, Wir über uns, à propos, qui sommes-nous, sobre nosotros, quiénes somos, acerca de, hakkımızda, biz kimiz',
  'about.mission': 'purpose, mission statement, Leitbild, Auftrag, raison d’être, misión, misyon, amaç',
  'about.vision': 'goal, vision statement, Zukunft, Ziel, visión, vizyon',
  services:
    'services page, text of the services page, Leistungsseite, page des services, página de servicios, hizmetler sayfası',
  portfolio:
    'portfolio page, projects page, references page, Referenzen, Projektseite, page des projets, réalisations, página de proyectos, trabajos realizados, projeler sayfası, referanslar',
  team: 'team page, staff page, people page, Teamseite, Mitarbeiterseite, page de l’équipe, página del equipo, ekip sayfası',
  gallery:
    'gallery page, photo page, Galerieseite, Fotoseite, page de galerie, página de galería, galeri sayfası',
  blog: 'blog page, news page, Blogseite, Seite der Neuigkeiten, page du blog, página del blog, blog sayfası',
  'blog.feed_title': 'RSS, RSS feed, Atom, newsreader, abonnieren, flux RSS, fuente RSS, RSS akışı',
  career:
    'careers page, jobs page, vacancies page, Stellenseite, Karriereseite, page des offres d’emploi, recrutement, página de empleo, trabaja con nosotros, kariyer sayfası, iş ilanları sayfası',
  contact:
    'contact page, contact form, Kontaktseite, Kontaktformular, page de contact, formulaire de contact, página de contacto, formulario de contacto, iletişim sayfası, iletişim formu',
  'contact.sent':
    'auto reply, automatic answer, automatische Antwort, réponse automatique, respuesta automática, otomatik yanıt, thank-you message, confirmation message, after sending, Danke-Text, Bestätigung, Dankeschön, message de remerciement, message de confirmation, mensaje de agradecimiento, mensaje de confirmación, teşekkür mesajı, onay mesajı',
  quotations:
    'quotation page, quote form, request a quote, Angebotsseite, Angebotsformular, Angebotsanfrage, page de devis, demande de devis, formulario de presupuesto, solicitud de presupuesto, teklif formu, teklif sayfası',
  internship:
    'internship page, application form, Praktikumsseite, page de stage, candidature de stage, página de prácticas, staj sayfası, staj başvurusu',
  missing:
    'page does not exist, Seite existiert nicht, page inexistante, página no existe, olmayan sayfa, 404, not found, error page, broken link page, Fehlerseite, Seite nicht gefunden, page introuvable, erreur 404, página no encontrada, error 404, sayfa bulunamadı, hata sayfası',
  failed: '500, server error, Serverfehler, erreur du serveur, error del servidor, sunucu hatası',
  'footer.legal_line':
    'text of the footer, last line of the footer, Text der Fußzeile, texte du pied de page, texto del pie de página, alt bilgi metni, copyright, copyright line, all rights reserved, Urheberrecht, Copyright-Zeile, droits d’auteur, tous droits réservés, derechos de autor, derechos reservados, telif hakkı',
  'footer.heading':
    'heading of the footer, Überschrift der Fußzeile, titre du pied de page, título del pie de página, alt bilgi başlığı',
};
