// The trades of the demo's companies, which are customers of a wholesale software house and of a design studio.
import type { Country } from './places.ts';

export interface Trade {
  industry: string;
  /** The word for the trade in company names. */
  inName: Readonly<Record<Country['language'], string>>;
  /** Completes "The firm …". */
  does: readonly string[];
}

function trade(
  industry: string,
  [de, nl, fr, it, sv, en]: readonly [string, string, string, string, string, string],
  ...does: string[]
): Trade {
  return { industry, inName: { de, nl, fr, it, sv, en }, does };
}

const WHOLESALE: readonly Trade[] = [
  trade(
    'Building materials',
    ['Baustoffe', 'Bouwmaterialen', 'Matériaux', 'Materiali Edili', 'Byggmaterial', 'Building Supplies'],
    'supplies builders from four yards and runs its own fleet of crane trucks',
    'delivers dry construction and facade systems to sites, mostly before seven in the morning',
  ),
  trade(
    'Sanitary and heating',
    ['Sanitär- und Heizungstechnik', 'Sanitair', 'Sanitaire', 'Idrotermica', 'VVS', 'Plumbing & Heating'],
    'serves installers with a night delivery and sixty pick-up points',
    'moves from boilers to heat pumps, which changes its whole spare-parts business',
  ),
  trade(
    'Electrical equipment',
    [
      'Elektrogroßhandel',
      'Elektrotechniek',
      'Électricité',
      'Forniture Elettriche',
      'Elgrossist',
      'Electrical',
    ],
    'cuts cable to length and kits switch cabinets for plant builders',
    'sells photovoltaics and charging stations beside its classic installation range',
  ),
  trade(
    'Food and beverages',
    ['Feinkost', 'Levensmiddelen', 'Alimentation', 'Alimentari', 'Livsmedel', 'Foods'],
    'supplies hotels and canteens, with batches traced from the producer to the kitchen',
    'imports oils, preserves and cheese, and delivers in three temperature zones',
  ),
  trade(
    'Medical supplies',
    [
      'Medizinbedarf',
      'Medische Groothandel',
      'Médical',
      'Forniture Mediche',
      'Medicinteknik',
      'Medical Supplies',
    ],
    'equips practices and care homes; serial numbers and expiry dates decide its processes',
  ),
  trade(
    'Office supplies',
    ['Bürobedarf', 'Kantoorartikelen', 'Bureautique', 'Ufficio', 'Kontorsmaterial', 'Office Supplies'],
    'runs shops in the look of its large customers and bills them once a month',
  ),
  trade(
    'Industrial tools',
    ['Werkzeuge', 'Gereedschappen', 'Outillage', 'Utensileria', 'Verktyg', 'Tools'],
    'fills vending machines for cutting tools on the floors of its customers',
    'sharpens, measures and delivers tools for a hundred turning shops',
  ),
  trade(
    'Packaging',
    ['Verpackungen', 'Verpakkingen', 'Emballages', 'Imballaggi', 'Emballage', 'Packaging'],
    'prints short runs of boxes and keeps call-off stock for mail-order houses',
  ),
  trade(
    'Steel and metals',
    ['Stahlhandel', 'Staal', 'Aciers', 'Acciai', 'Stål', 'Steel'],
    'saws, bends and blasts before it delivers; prices move with the market every day',
  ),
  trade(
    'Garden and agriculture',
    ['Agrarhandel', 'Tuin & Agri', 'Agri', 'Agraria', 'Lantbruk', 'Farm & Garden'],
    'does two thirds of its year between February and May',
  ),
  trade(
    'Chemicals',
    ['Chemiehandel', 'Chemie', 'Chimie', 'Chimica', 'Kemi', 'Chemicals'],
    'stores hazardous goods of six classes and mixes to order',
  ),
  trade(
    'Textiles',
    ['Textil', 'Textiel', 'Textiles', 'Tessuti', 'Textil', 'Textiles'],
    'dresses hotels and hospitals, with embroidery in its own house',
  ),
];

const STUDIO: readonly Trade[] = [
  trade(
    'Museums and culture',
    ['Museum', 'Museum', 'Musée', 'Museo', 'Museum', 'Museum'],
    'opens a new permanent exhibition and needs signs, a guide and a voice',
  ),
  trade(
    'Furniture',
    ['Möbelwerk', 'Meubels', 'Mobilier', 'Mobili', 'Möbler', 'Furniture'],
    'builds small series from Nordic wood and sells them through eleven showrooms',
  ),
  trade(
    'Hospitality',
    ['Hotels', 'Hotels', 'Hôtels', 'Alberghi', 'Hotell', 'Hotels'],
    'runs four houses by the water that should look like one family',
  ),
  trade(
    'Food producers',
    ['Manufaktur', 'Brouwerij', 'Brasserie', 'Pastificio', 'Bryggeri', 'Provisions'],
    'wants its bottles known by their shape before the label can be read',
  ),
  trade(
    'Publishing',
    ['Verlag', 'Uitgeverij', 'Éditions', 'Edizioni', 'Förlag', 'Press'],
    'prints forty titles a year and redraws its list of classics',
  ),
  trade(
    'Outdoor and sport',
    ['Bergsport', 'Buitensport', 'Plein Air', 'Montagna', 'Friluft', 'Outdoor'],
    'repairs what it sells and wants its shops to say so',
  ),
];

export const TRADES: Readonly<Record<'wholesale' | 'studio', readonly Trade[]>> = {
  wholesale: WHOLESALE,
  studio: STUDIO,
};
