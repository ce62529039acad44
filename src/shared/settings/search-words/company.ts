/** The search words for the facts of the company, by the path of the field. */
export const companySearchWords: Readonly<Record<string, string>> = {
  name: 'our name, rename the company, Name der Firma, Name ändern, nom de l’entreprise, nombre de la compañía, firmanın adı, şirketin adı, company name, business name, brand name, trading name, Firmenname, Unternehmensname, nom de l’entreprise, nom commercial, nom de la société, nombre de la empresa, nombre comercial, şirket adı, firma adı, işletme adı',
  short_name:
    'short company name, abbreviation, acronym, name in the header, Kurzname, Abkürzung, Kurzform, nom court, sigle, abréviation, nombre corto, siglas, kısa ad, kısaltma',
  tagline:
    'Spruch unter dem Namen, phrase d’accroche, frase, tanıtım cümlesi, claim, motto, strapline, headline of the home page, Leitspruch, Werbespruch, Slogan der Firma, accroche, devise, lema, eslogan, slogan, sloganı',
  summary:
    'short text about us, Kurztext, texte court, texto corto, kısa metin, hakkımızda kısa, description of the company, about us in short, what we do, elevator pitch, Kurzbeschreibung, Beschreibung der Firma, présentation, description de l’entreprise, descripción de la empresa, presentación, şirket tanıtımı, kısa açıklama',
  legal_name:
    'registered name, legal entity, legal form, Ltd, GmbH, Rechtsform, Firmierung, rechtlicher Name, raison sociale, forme juridique, razón social, forma jurídica, ticaret unvanı, tüzel kişi',
  since:
    'years in business, anniversary, how old we are, Firmenalter, Jubiläum, ancienneté, anniversaire, aniversario, yıldönümü, year of foundation, established, since, in business since, Gründungsjahr, gegründet, seit, année de création, fondée en, fundada, año de fundación, desde, kuruluş yılı',
  phone:
    'WhatsApp number, emergency number, Notruf, Notfallnummer, numéro d’urgence, número de urgencias, acil telefon, Handynummer, telephone number, cell phone, ligne fixe, sabit hat, contact number, hotline, fax, Kontaktnummer, Durchwahl, standard, numéro de contact, número de contacto, telefon, iletişim numarası, telephone, phone number, mobile, call, landline, Telefon, Telefonnummer, Rufnummer, Handy, Mobilnummer, Festnetz, téléphone, numéro de téléphone, portable, teléfono, número de teléfono, móvil, telefon numarası, cep telefonu',
  email:
    'inbox address, where messages go, E-Mail der Firma, e-mail de contact, correo de contacto, mail adresi, iletişim e-postası, e-mail, mail, mail address, e-mail address, contact address, E-Mail-Adresse, Mailadresse, courriel, adresse mail, adresse électronique, correo electrónico, dirección de correo, e-posta, e-posta adresi',
  opening_hours:
    'lunch break, days off, holidays, vacation, Mittagspause, Pause, Urlaub, Feiertage, Betriebsferien, pause déjeuner, congés, vacances, vacaciones, festivos, öğle arası, tatil, holiday hours, weekend hours, closing time, Ladenöffnungszeiten, Arbeitszeiten, geöffnet, geschlossen, Ruhetag, ouvert, fermé, jours d’ouverture, abierto, cerrado, días de apertura, açık, kapalı, kapanış saati, opening times, business hours, office hours, working hours, hours, when we are open, closed on, Öffnungszeiten, Geschäftszeiten, Sprechzeiten, Bürozeiten, horaires, heures d’ouverture, horaires d’ouverture, horario, horario de apertura, horas de atención, çalışma saatleri, açılış saatleri, mesai saatleri',
  'address.street':
    'Firmensitz, Hauptsitz, head office, headquarters, siège social, sede social, merkez, company address, shop address, where we are, find us, map, Firmenadresse, Ladenadresse, Anfahrt, Sitz, adresse de l’entreprise, adresse du magasin, siège, nous trouver, dirección de la empresa, tienda, sede, şirket adresi, firma adresi, açık adres, mağaza, address, postal address, house number, location, office, directions, Adresse, Anschrift, Straße, Hausnummer, Standort, adresse postale, rue, numéro de rue, dirección, ubicación, calle, domicilio, adres, sokak, cadde, konum',
  'address.city': 'town, place, Stadt, Ort, ville, commune, ciudad, población, localidad, şehir, ilçe',
  'address.region':
    'county, province, canton, Bundesland, Kanton, région, département, provincia, comunidad autónoma, estado, il, bölge',
  'address.postcode': 'zip, zip code, postal code, PLZ, Postleitzahl, code postal, código postal, posta kodu',
  'address.country_code':
    'where we are based, Firmenland, pays de l’entreprise, país de la empresa, nation, Land, pays, país, ülke',
  social:
    'social profiles, links to networks, Profile in Netzwerken, Kanäle, Links zu sozialen Netzwerken, liens vers les réseaux, comptes, enlaces sociales, perfiles, cuentas, sosyal medya hesapları, social media, social networks, profiles, Facebook, Instagram, LinkedIn, YouTube, TikTok, X, Twitter, Mastodon, Xing, WhatsApp, Pinterest, GitHub, soziale Netzwerke, soziale Medien, réseaux sociaux, redes sociales, sosyal medya, sosyal ağlar',
  'registration.court':
    'Vereinsregister, register entry, inscription au registre, inscripción, tescil, commercial register, register court, companies house, trade register, Handelsregister, Registergericht, Amtsgericht, Firmenbuch, registre du commerce, RCS, greffe, registro mercantil, ticaret sicili, sicil müdürlüğü',
  'registration.number':
    'trade register number, Registernummer, numéro de registre, company registration number, Vereinsregister-Nummer, número mercantil, şirket numarası, register number, registration number, company number, HRB, Handelsregisternummer, Registernummer, SIREN, SIRET, numéro d’immatriculation, número de registro, hoja registral, sicil numarası, MERSİS',
  'registration.vat_id':
    'Umsatzsteuernummer, USt-ID, Umsatzsteuer-Identifikationsnummer, VAT registration, numéro TVA, katma değer vergisi, VAT, VAT ID, sales tax, USt-IdNr, Umsatzsteuer, Mehrwertsteuer, MwSt, UID, TVA, numéro de TVA, TVA intracommunautaire, IVA, NIF-IVA, número de IVA, KDV, KDV numarası',
  'registration.tax_number':
    'Steuer-ID, tax identification, TIN, impôt, vergi kimlik, tax id, tax, Steuernummer, numéro fiscal, identifiant fiscal, NIF, CIF, número fiscal, vergi numarası, vergi dairesi',
  'registration.directors':
    'responsible person, Verantwortlicher, responsable, representante legal, sorumlu, chief executive, managing director, boss, Chef, Geschäftsleitung, patron, jefe, patron adı, director, CEO, board, owner, managing partner, represented by, Geschäftsführer, Geschäftsführung, Vorstand, Inhaber, Vertretungsberechtigte, gérant, dirigeant, directeur, directeur de la publication, président, gerente, administrador, director, müdür, yönetici, genel müdür, yönetim kurulu',
  'registration.authority':
    'regulator, chamber, licence, Aufsichtsbehörde, Kammer, zuständige Behörde, autorité de contrôle, ordre, chambre, autoridad supervisora, colegio profesional, denetim makamı, meslek odası',
};
