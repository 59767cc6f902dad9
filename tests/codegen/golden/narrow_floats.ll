; split 0 by 16 as vector
; mark 1 as grid
define void @map_48(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v0 = mul nsw i64 %g0, 16
  %v1 = getelementptr inbounds i8, ptr %d0, i64 %v0
  %v2 = getelementptr inbounds i16, ptr %d1, i64 %v0
  %v3 = load <16 x i16>, ptr %v2, align 2
  %v4 = zext <16 x i16> %v3 to <16 x i32>
  %v5 = shl <16 x i32> %v4, splat (i32 16)
  %v6 = bitcast <16 x i32> %v5 to <16 x float>
  %v7 = getelementptr inbounds half, ptr %d2, i64 %v0
  %v8 = load <16 x half>, ptr %v7, align 2
  %v9 = fpext <16 x half> %v8 to <16 x float>
  %v10 = fmul contract <16 x float> %v6, %v9
  %v11 = fcmp une <16 x float> %v10, %v10
  %v12 = bitcast <16 x float> %v10 to <16 x i32>
  %v13 = and <16 x i32> %v12, splat (i32 2147483647)
  %v14 = icmp ult <16 x i32> %v13, splat (i32 1015021568)
  %v15 = bitcast <16 x i32> %v13 to <16 x float>
  %v16 = fadd contract <16 x float> %v15, splat (float 0x40D0000000000000)
  %v17 = bitcast <16 x float> %v16 to <16 x i32>
  %v18 = sub <16 x i32> %v17, splat (i32 1182793728)
  %v19 = sub <16 x i32> %v13, splat (i32 1006632960)
  %v20 = add <16 x i32> %v19, splat (i32 524287)
  %v21 = lshr <16 x i32> %v19, splat (i32 20)
  %v22 = and <16 x i32> %v21, splat (i32 1)
  %v23 = add <16 x i32> %v20, %v22
  %v24 = lshr <16 x i32> %v23, splat (i32 20)
  %v25 = select <16 x i1> %v14, <16 x i32> %v18, <16 x i32> %v24
  %v26 = icmp ult <16 x i32> %v25, splat (i32 127)
  %v27 = select <16 x i1> %v26, <16 x i32> %v25, <16 x i32> splat (i32 127)
  %v28 = select <16 x i1> %v11, <16 x i32> splat (i32 127), <16 x i32> %v27
  %v29 = lshr <16 x i32> %v12, splat (i32 31)
  %v30 = shl <16 x i32> %v29, splat (i32 7)
  %v31 = or <16 x i32> %v28, %v30
  %v32 = trunc <16 x i32> %v31 to <16 x i8>
  store <16 x i8> %v32, ptr %v1, align 1
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
