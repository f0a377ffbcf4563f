// The sealed PDF as a reader shows it: where what was filled in stands, on turned and cropped pages, and in forms.
import {
  degrees,
  PDFBool,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
} from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
// @ts-expect-error: the package has no types of its worker
import * as worker from 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { address, type Data, pdf, place, SigningWorld, signer } from './signing-world.ts';

// Without it, pdf.js looks for the file of its worker.
Object.assign(globalThis, { pdfjsWorker: worker });

let world: SigningWorld;

beforeAll(async () => {
  world = await SigningWorld.start();
});
afterAll(() => world?.stop());

/** A text of a page, with the fraction of the page as shown where its baseline begins. */
interface Shown {
  text: string;
  x: number;
  y: number;
}

/** Returns the texts of each page as a reader shows it. */
async function shownTexts(bytes: Buffer): Promise<Shown[][]> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: Shown[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const view = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    pages.push(
      items.flatMap((item) => {
        if (!('str' in item) || !item.str.trim()) return [];
        const [left, top] = view.convertToViewportPoint(item.transform[4], item.transform[5]);
        return [{ text: item.str, x: left! / view.width, y: top! / view.height }];
      }),
    );
  }
  await document.loadingTask.destroy();
  return pages;
}

interface Ceremony {
  file: Buffer;
  fields: object[];
  values?: (fields: Data[]) => Record<string, unknown>;
  name?: string;
}

/** Has a document signed by one person. @returns the sealed bytes */
async function sealed({ file, fields, values = () => ({}), name = 'Ada Byron' }: Ceremony): Promise<Buffer> {
  const email = address('ada');
  const { id } = await world.draft();
  const document = await world.addPdf(id, file);
  const { recipients } = await world.recipients(id, [signer(name, email)]);
  await world.fields(
    id,
    fields.map((field) => place(recipients[0].id, document.id, field)),
  );
  await world.ok('POST', `/api/signing/${id}/send`, {});
  const token = await world.token(email);
  const view = await world.view(token);
  const signed = await world.sign(token, { fields: values(view.fields) });
  expect(signed.status).toBe(200);
  const { documents } = await world.completed(id);
  const { token: jwt, tenantId } = world.service.acme.people.owner;
  const reply = await fetch(
    `${world.service.url}/api/signing/${id}/documents/${documents[0].id}/content?version=final`,
    { headers: { authorization: `Bearer ${jwt}`, 'x-tenant-id': tenantId } },
  );
  return Buffer.from(await reply.arrayBuffer());
}

describe('a field of a sealed PDF', () => {
  it('stands where it was placed, however the page is turned and cropped', async () => {
    const file = await pdf(4, (document) => {
      for (const [index, page] of document.getPages().entries()) page.setRotation(degrees(index * 90));
      document.getPage(1).setCropBox(50, 60, 400, 600);
      document.getPage(3).setCropBox(30, 20, 500, 700);
    });
    const box = { x: 0.55, y: 0.7, width: 0.3, height: 0.05 };
    const pages = await shownTexts(
      await sealed({ file, fields: [1, 2, 3, 4].map((page) => ({ ...box, page })) }),
    );
    expect(pages.length).toBeGreaterThan(4);
    for (const page of pages.slice(0, 4)) {
      const { x, y } = page.find(({ text }) => text === 'Ada Byron')!;
      expect([x > 0.55, x < 0.56, y > 0.72, y < 0.75]).toEqual([true, true, true, true]);
    }
  });

  it('stands there too where the page leaves its graphics changed, or a CropBox is larger than the paper', async () => {
    const file = await pdf(2, (document) => {
      document.getPage(0).pushOperators(
        PDFOperator.of(
          PDFOperatorNames.ConcatTransformationMatrix,
          [2, 0, 0, 2, 50, 50].map((n) => PDFNumber.of(n)),
        ),
      );
      document.getPage(1).setCropBox(-100, -50, 2000, 600);
    });
    const box = { x: 0.55, y: 0.7, width: 0.3, height: 0.05 };
    const pages = await shownTexts(await sealed({ file, fields: [1, 2].map((page) => ({ ...box, page })) }));
    for (const page of pages.slice(0, 2)) {
      const { x, y } = page.find(({ text }) => text === 'Ada Byron')!;
      expect([x > 0.55, x < 0.56, y > 0.72, y < 0.75]).toEqual([true, true, true, true]);
    }
  });

  it('has a long text in lines that are inside and can be read', async () => {
    const box = { type: 'text', x: 0.1, y: 0.4, width: 0.5, height: 0.2 };
    const text = `First line\n${'Łódź and Αθήνα '.repeat(20)}\nLast line`;
    const bytes = await sealed({
      file: await pdf(),
      fields: [{}, box],
      values: (fields) => ({ [fields.find(({ type }) => type === 'text').id]: text }),
    });
    const [page] = await shownTexts(bytes);
    const lines = page!.filter(({ y, text }) => y > 0.4 && y < 0.6 && text !== 'Ada Byron');
    expect([lines[0]!.text, lines.at(-1)!.text]).toEqual(['First line', 'Last line']);
    expect(
      lines
        .map((line) => line.text)
        .join(' ')
        .replaceAll(/\s+/g, ' '),
    ).toBe(text.replaceAll(/\s+/g, ' '));
    expect(new Set(lines.map(({ x }) => x.toFixed(4))).size).toBe(1);
    const distances = lines.slice(1).map(({ y }, index) => (y - lines[index]!.y) * 842);
    for (const distance of distances) expect(distance).toBeGreaterThan(8);
  });
});

describe('a form in a document', () => {
  it('shows in the sealed PDF what was filled in, also where the file leaves the drawing to the reader', async () => {
    const made = await PDFDocument.create();
    const page = made.addPage([595, 842]);
    const form = made.getForm();
    const text = form.createTextField('name');
    text.setText('Filled in before');
    text.addToPage(page, { x: 60, y: 600, width: 200, height: 24 });
    const choice = form.createDropdown('color');
    choice.addOptions(['red', 'green']);
    choice.select('green');
    choice.addToPage(page, { x: 60, y: 560, width: 200, height: 24 });
    await made.save();
    for (const field of [text, choice])
      for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'));
    form.acroForm.dict.set(PDFName.of('NeedAppearances'), PDFBool.True);
    const file = Buffer.from(await made.save({ updateFieldAppearances: false }));
    expect(await shownTexts(file)).toEqual([[]]);
    const bytes = await sealed({ file, fields: [{}] });
    const [shown] = await shownTexts(bytes);
    expect(shown!.map((one) => one.text)).toEqual(
      expect.arrayContaining(['Filled in before', 'green', 'Ada Byron']),
    );
    const final = await PDFDocument.load(bytes);
    expect(final.getForm().getFields()).toEqual([]);
  });
});
