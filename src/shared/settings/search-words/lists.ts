/** What people call the lists of texts, by field. */
export const listsWords: Readonly<Record<string, string>> = {
  services:
    'was wir anbieten, was wir machen, ce que nous faisons, ce que nous proposons, lo que hacemos, lo que ofrecemos, ne yapıyoruz, list of services, menu of services, Preisliste, tarifs, tarifas, our services, change the services, Dienstleistung, prestation, servicio, hizmet, service, what we offer, offers, products, price list, Leistungen, Dienstleistungen, Angebot, Angebote, prestations, nos services, offres, servicios, productos, oferta, hizmetler, hizmetlerimiz, ürünler',
  highlights:
    'advantages, reasons, why us, unique selling points, Vorteile, Stärken, Warum wir, atouts, avantages, points forts, ventajas, por qué nosotros, avantajlar, öne çıkanlar, neden biz',
  values:
    'what we stand for, wofür wir stehen, ce qui compte pour nous, lo que nos importa, company values, principles, Werte, Grundsätze, Firmenwerte, valeurs, principes, valores, principios, değerler, değerlerimiz, ilkeler',
  achievements:
    'Meilensteine, Statistik, Preise und Auszeichnungen, prix gagnés, premios ganados, istatistikler, numbers, figures, statistics, awards, facts and figures, milestones, Zahlen, Erfolge, Auszeichnungen, Kennzahlen, chiffres, chiffres clés, réussites, récompenses, cifras, logros, premios, estadísticas, rakamlar, başarılar, ödüller',
  company_life:
    'cards of the home page, culture, life at the company, Firmenleben, Unternehmenskultur, Karten der Startseite, vie de l’entreprise, culture d’entreprise, vida en la empresa, cultura, şirket hayatı, şirket kültürü',
};
