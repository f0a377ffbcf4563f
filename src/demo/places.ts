// The countries of the demo: names of companies and people, cities, streets and fictional phone numbers.

export interface Country {
  language: 'de' | 'nl' | 'fr' | 'it' | 'sv' | 'en';
  timeZone: string;
  locale: string;
  currency: string;
  legalForms: readonly string[];
  /** City, region, postal code. */
  cities: readonly (readonly [city: string, region: string, postalCode: string])[];
  /** The house number follows the street, or precedes it if `numberFirst`. */
  streets: readonly string[];
  numberFirst?: true;
  /** Templates in E.164; each # is a digit. Uses the number ranges reserved for fiction, where a country has one. */
  phones: readonly string[];
  mobile: string;
  surnames: readonly string[];
  firstNames: readonly string[];
}

const GERMAN = {
  language: 'de',
  surnames:
    words(`Ackerhoff Brinkschulte Dornkaat Eversmann Fröhlingsdorf Grotjahn Hasselbrink Imkamp Jürgensen
    Kranzbühler Lüttmann Möhlenkamp Nottebohm Oltmanns Püttmann Quakenack Rademaker Schüttelkopf Tietjens Uphoff Vossiek
    Wiesenthal Zumbrägel Ahrensdorf Böckstiegel Drägerhof Elmendorff Gössling Hünerberg Kettelhake`),
  firstNames:
    words(`Anke Bernd Claudia Detlef Elif Frauke Gesa Holger Ines Jannik Katrin Lennart Mareike Nils Okan Petra
    Ralf Silke Thorsten Ute Volker Wiebke Yasemin Zoran Annegret Björn Cem Dörte Erik Friederike`),
} as const;

export const COUNTRIES: Readonly<Record<string, Country>> = {
  DE: {
    ...GERMAN,
    timeZone: 'Europe/Berlin',
    locale: 'de-DE',
    currency: 'EUR',
    legalForms: ['GmbH', 'GmbH', 'GmbH & Co. KG', 'GmbH & Co. KG', 'AG', 'KG', 'e. K.', 'SE'],
    cities: [
      ['Hamburg', 'Hamburg', '20457'],
      ['Bremen', 'Bremen', '28195'],
      ['Osnabrück', 'Niedersachsen', '49074'],
      ['Münster', 'Nordrhein-Westfalen', '48143'],
      ['Köln', 'Nordrhein-Westfalen', '50667'],
      ['Kassel', 'Hessen', '34117'],
      ['Nürnberg', 'Bayern', '90402'],
      ['Ulm', 'Baden-Württemberg', '89073'],
      ['Leipzig', 'Sachsen', '04109'],
      ['Rostock', 'Mecklenburg-Vorpommern', '18055'],
      ['Lübeck', 'Schleswig-Holstein', '23552'],
      ['Berlin', 'Berlin', '10557'],
    ],
    streets: ['Am Güterbahnhof', 'Hafenstraße', 'Industrieweg', 'Gewerbering', 'Alte Ziegelei', 'Kaistraße'],
    phones: ['+493023125###', '+494066969###', '+496990009###', '+492214710###'],
    mobile: '+4917139200##',
  },
  AT: {
    ...GERMAN,
    timeZone: 'Europe/Vienna',
    locale: 'de-AT',
    currency: 'EUR',
    legalForms: ['GmbH', 'GmbH', 'AG', 'KG'],
    cities: [
      ['Wien', 'Wien', '1020'],
      ['Linz', 'Oberösterreich', '4020'],
      ['Graz', 'Steiermark', '8020'],
      ['Dornbirn', 'Vorarlberg', '6850'],
    ],
    streets: ['Lagerhausstraße', 'Donaulände', 'Gewerbepark', 'Mühlgasse'],
    phones: ['+4315550####', '+437325550###'],
    mobile: '+43664555####',
  },
  CH: {
    ...GERMAN,
    timeZone: 'Europe/Zurich',
    locale: 'de-CH',
    currency: 'CHF',
    legalForms: ['AG', 'AG', 'GmbH'],
    cities: [
      ['Zürich', 'Zürich', '8005'],
      ['Winterthur', 'Zürich', '8400'],
      ['St. Gallen', 'St. Gallen', '9000'],
      ['Olten', 'Solothurn', '4600'],
    ],
    streets: ['Industriestrasse', 'Bahnhofstrasse', 'Rheinweg', 'Im Feld'],
    phones: ['+4144555####', '+4171555####'],
    mobile: '+4179555####',
  },
  NL: {
    language: 'nl',
    timeZone: 'Europe/Amsterdam',
    locale: 'nl-NL',
    currency: 'EUR',
    legalForms: ['B.V.', 'B.V.', 'N.V.'],
    cities: [
      ['Rotterdam', 'Zuid-Holland', '3011 AA'],
      ['Zwolle', 'Overijssel', '8011 CW'],
      ['Venlo', 'Limburg', '5911 KE'],
      ['Groningen', 'Groningen', '9711 LM'],
    ],
    streets: ['Havenkade', 'Industrieweg', 'Stationsplein', 'Molenstraat'],
    phones: ['+3110555####', '+3138555####'],
    mobile: '+3161555####',
    surnames: words(
      'Aalbersberg Boonstra Dijkgraaf Fokkema Hoogervorst Kuipersma Oosterling Terpstra Veldkampen Zijlmans',
    ),
    firstNames: words(
      'Anouk Bram Daan Esther Femke Gijs Hanneke Joost Lieke Maarten Roos Sander Tess Wouter',
    ),
  },
  FR: {
    language: 'fr',
    timeZone: 'Europe/Paris',
    locale: 'fr-FR',
    currency: 'EUR',
    legalForms: ['SAS', 'SAS', 'SARL', 'SA'],
    cities: [
      ['Lyon', 'Auvergne-Rhône-Alpes', '69002'],
      ['Nantes', 'Pays de la Loire', '44000'],
      ['Lille', 'Hauts-de-France', '59800'],
      ['Strasbourg', 'Grand Est', '67000'],
    ],
    streets: ['rue des Entrepôts', 'quai du Commerce', 'avenue de la Gare', 'rue du Moulin'],
    numberFirst: true,
    phones: ['+3319900####', '+3326191####'],
    mobile: '+3363998####',
    surnames: words(
      'Aubrespin Boisvenue Chantrelle Delacombe Ferrandier Gaudemont Lavoisin Montbrizon Rochefeuille Vaucresson',
    ),
    firstNames: words(
      'Adèle Bastien Camille Didier Élodie Fabrice Hélène Julien Margaux Noémie Pascal Sylvain Théo',
    ),
  },
  IT: {
    language: 'it',
    timeZone: 'Europe/Rome',
    locale: 'it-IT',
    currency: 'EUR',
    legalForms: ['S.r.l.', 'S.r.l.', 'S.p.A.'],
    cities: [
      ['Verona', 'Veneto', '37121'],
      ['Bologna', 'Emilia-Romagna', '40121'],
      ['Torino', 'Piemonte', '10121'],
      ['Bolzano', 'Trentino-Alto Adige', '39100'],
    ],
    streets: ['via dei Magazzini', 'via del Lavoro', 'viale della Stazione', 'corso Industria'],
    phones: ['+39045555####', '+39051555####'],
    mobile: '+39333555####',
    surnames: words(
      'Bevilaterra Casadoro Fontebasso Grandolfi Montemurlo Paladoro Sartorelli Tramontini Valdarnini',
    ),
    firstNames: words('Alessia Bruno Chiara Davide Elisa Federico Giada Luca Martina Paolo Silvia Tommaso'),
  },
  SE: {
    language: 'sv',
    timeZone: 'Europe/Stockholm',
    locale: 'sv-SE',
    currency: 'SEK',
    legalForms: ['AB', 'AB', 'HB'],
    cities: [
      ['Stockholm', 'Stockholms län', '111 20'],
      ['Göteborg', 'Västra Götalands län', '411 04'],
      ['Malmö', 'Skåne län', '211 19'],
      ['Uppsala', 'Uppsala län', '753 20'],
      ['Umeå', 'Västerbottens län', '903 26'],
    ],
    streets: ['Magasinsgatan', 'Hamngatan', 'Verkstadsgatan', 'Kvarnvägen'],
    phones: ['+468465004##', '+463139006##', '+464062804##'],
    mobile: '+467017406##',
    surnames: words(
      'Björkdal Ekensten Fagerlind Grenholt Hällström Kvarnsjö Lövgärde Myrstrand Norrhult Rönnbacka Sjöhage Åkerlind',
    ),
    firstNames: words('Alva Emil Filippa Gustav Hedda Isak Karin Ludvig Maja Nils Signe Tuva Viggo Wilma'),
  },
  GB: {
    language: 'en',
    timeZone: 'Europe/London',
    locale: 'en-GB',
    currency: 'GBP',
    legalForms: ['Ltd', 'Ltd', 'LLP', 'plc'],
    cities: [
      ['London', 'Greater London', 'E1 8AA'],
      ['Leeds', 'West Yorkshire', 'LS1 4AP'],
      ['Bristol', 'Bristol', 'BS1 4RN'],
      ['Glasgow', 'Scotland', 'G1 1XQ'],
    ],
    streets: ['Wharf Road', 'Canal Street', 'Mill Lane', 'Station Approach'],
    numberFirst: true,
    phones: ['+442079460###', '+441134960###', '+441174960###'],
    mobile: '+447700900###',
    surnames: words(
      'Ashcombe Birtwhistle Cattermole Dunmore Fenwicke Hartlebury Kettlewell Oxenhope Thistlewood Wetherden',
    ),
    firstNames: words(
      'Aisha Callum Daisy Ewan Freya Gareth Harriet Imran Joanna Kieran Megan Owen Priya Rhys',
    ),
  },
  US: {
    language: 'en',
    timeZone: 'America/New_York',
    locale: 'en-US',
    currency: 'USD',
    legalForms: ['Inc.', 'LLC', 'Corp.'],
    cities: [
      ['Columbus', 'OH', '43215'],
      ['Richmond', 'VA', '23219'],
      ['Portland', 'ME', '04101'],
    ],
    streets: ['Commerce Street', 'Depot Road', 'Foundry Avenue'],
    numberFirst: true,
    phones: ['+161455501##', '+180455501##', '+120755501##'],
    mobile: '+151755501##',
    surnames: words(
      'Abernatty Calloway-Reed Drummondale Hathersage Kincaidson Marlowe-Finch Penhallow Stanbridge',
    ),
    firstNames: words('Alicia Brandon Carmen Derek Elena Grant Jasmine Keith Latoya Miguel Naomi Travis'),
  },
};

function words(text: string): string[] {
  return text.split(/\s+/);
}
