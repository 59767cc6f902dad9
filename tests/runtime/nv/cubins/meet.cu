extern "C" __global__ void meet(float *a, int n) {
  __shared__ float s[64];
  s[threadIdx.x] = a[threadIdx.x];
  asm volatile("bar.sync 3, 64;" ::: "memory");
  a[threadIdx.x] = s[n - threadIdx.x];
}
extern "C" __global__ void alone(float *a, int n) { a[n] = 1.0f; }
