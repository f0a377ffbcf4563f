// The digital signature of a sealed PDF with the certificate of the platform, in the form of PAdES.
import { plainAddPlaceholder } from '@signpdf/placeholder-plain';
import { SignPdf } from '@signpdf/signpdf';
import { CmsSigner } from './cms-signer.ts';
import type { Certificate } from './pdf-task.ts';

/** Room for the signature with its certificates. */
const SIGNATURE_BYTES = 16_384;

/** Signs a PDF that was saved without object streams. */
export async function signPdf(bytes: Uint8Array, certificate: Certificate, at: Date): Promise<Uint8Array> {
  const prepared = plainAddPlaceholder({
    pdfBuffer: Buffer.from(bytes),
    reason: 'Sealed after all recipients have signed',
    contactInfo: '',
    name: 'Platform',
    location: '',
    signingTime: at,
    signatureLength: SIGNATURE_BYTES,
    subFilter: 'ETSI.CAdES.detached',
  });
  return new SignPdf().sign(prepared, new CmsSigner(certificate), at);
}
