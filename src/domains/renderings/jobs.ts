// Renders the PDF of sent quotes and issued invoices after the commit.
import type { JobHandler } from '../../jobs/job.ts';
import { storePdf } from '../documents/pdf-files.ts';
import { storedLines } from '../documents/store.ts';
import { inWorkspace } from '../in-workspace.ts';
import { invoiceKind } from '../invoices/kind.ts';
import { quoteKind } from '../quotes/kind.ts';
import { lockRecord } from '../records/verbs.ts';

interface PdfJob {
  kind: 'quote' | 'invoice';
  id: string;
}

const renderJob: JobHandler = async (job, payload) => {
  const { kind, id } = payload as PdfJob;
  await inWorkspace(job, async (ctx) => {
    const document = await (kind === 'quote'
      ? lockRecord(ctx, quoteKind, id)
      : lockRecord(ctx, invoiceKind, id)
    ).catch(() => undefined);
    if (document)
      await storePdf(
        ctx,
        document,
        await storedLines(ctx, kind === 'quote' ? 'quoteId' : 'invoiceId', id),
        kind,
      );
  });
};

export const renderings = { pdf_render: renderJob };
