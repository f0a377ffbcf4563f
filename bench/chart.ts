// Draws a bar chart as SVG: requests per second of each variant, with the spread over the rounds.
import { median, samplesAt, type WorkloadResults } from './results.ts';

const WIDTH = 720;
const LABEL = 210;
const BAR = 18;
const GAP = 8;
const COLOURS: Record<string, string> = {
  ours: '#2563eb',
  postgraphile: '#9333ea',
  dataloader: '#d97706',
  floor: '#16a34a',
  database: '#a3a3a3',
};

/** Draws the rates at `most` connections, or at one for a workload that is measured only with one. */
export function chart({ title, variants }: WorkloadResults, most: number): string {
  const connections = variants.some((variant) => samplesAt(variant, most).length) ? most : 1;
  const bars = variants.flatMap((variant) => {
    const rates = samplesAt(variant, connections).map(({ rate }) => rate);
    return rates.length
      ? [{ ...variant, rate: median(rates), low: Math.min(...rates), high: Math.max(...rates) }]
      : [];
  });
  const maximum = Math.max(1, ...bars.map(({ high }) => high));
  const x = (rate: number) => LABEL + (rate / maximum) * (WIDTH - LABEL - 70);
  const height = 40 + bars.length * (BAR + GAP);
  const rows = bars.map(({ label, peer, rate, low, high }, index) => {
    const y = 34 + index * (BAR + GAP);
    const middle = y + BAR / 2;
    return [
      `<text x="${LABEL - 8}" y="${middle + 4}" text-anchor="end">${escapeXml(label)}</text>`,
      `<rect x="${LABEL}" y="${y}" width="${(x(rate) - LABEL).toFixed(1)}" height="${BAR}" fill="${COLOURS[peer] ?? '#000'}"/>`,
      `<path d="M${x(low).toFixed(1)} ${middle}H${x(high).toFixed(1)}" stroke="#000" stroke-width="1.5"/>`,
      `<text x="${(x(high) + 6).toFixed(1)}" y="${middle + 4}">${Math.round(rate).toLocaleString('en')}</text>`,
    ].join('');
  });
  const heading = `${escapeXml(title)}: requests per second, ${connections} connection${connections > 1 ? 's' : ''}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${heading}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="8" y="18" font-weight="bold">${heading}</text>`,
    ...rows,
    '</svg>\n',
  ].join('\n');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
