// The thread that draws a picture into a PDF once: a broken or huge picture ends this thread and not the process.
import { parentPort, workerData } from 'node:worker_threads';
import PDFDocument from 'pdfkit';

const MAX_PIXELS = 1_000_000;

/** What the types of pdfkit lack. */
interface Pictures {
  openImage(bytes: Buffer): { width: number; height: number };
}

const pdf = new PDFDocument();
const picture = (pdf as unknown as Pictures).openImage(Buffer.from(workerData as Uint8Array));
if (picture.width * picture.height > MAX_PIXELS) throw new Error('the picture has too many pixels');
pdf.on('data', () => undefined);
pdf.on('end', () => parentPort!.postMessage('drawn'));
pdf.image(picture as never, 0, 0, { fit: [100, 100] });
pdf.end();
